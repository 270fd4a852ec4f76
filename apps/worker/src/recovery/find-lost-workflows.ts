import type { Client } from '@temporalio/client';
import type { Database } from '#persistence/database';
import { noteNamespace, scheduleLostWorkflows } from '#persistence/transactions/lost-workflows';
import type { Logger } from '#runtime/create-log';
import type { Turn } from '#runtime/repeat';

/** Few enough that a provider's callback, which brings its transaction forward, hardly waits for their locks. */
const scheduledAtOnceMax = 500;

/**
 * Detects that Temporal's database was replaced, by the unique id of the namespace. Each lost workflow is started again when it
 * has something to do, or before.
 */
export async function findLostWorkflows({
  database,
  client,
  log,
}: {
  readonly database: Database;
  readonly client: Client;
  readonly log: Logger;
}): Promise<Turn> {
  const { namespaceInfo } = await client.workflowService.describeNamespace({
    namespace: client.options.namespace,
  });
  const id = namespaceInfo?.id;
  if (id && (await noteNamespace(database, id)))
    log.error({ namespace: id }, 'Temporal has a new database: all open workflows are being started anew');
  const scheduled = await scheduleLostWorkflows(database, scheduledAtOnceMax);
  return scheduled === scheduledAtOnceMax ? 'more' : 'done';
}
