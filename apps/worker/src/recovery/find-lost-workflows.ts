import type { Client } from '@temporalio/client';
import type { Database } from '#persistence/database';
import {
  hurryLostWorkflows,
  hurryLostFollowUps,
  noteNamespace,
} from '#persistence/transactions/lost-workflows';
import type { Logger } from '#runtime/create-log';

const hurriedAtOnce = 5_000;

/**
 * Notices that Temporal's database is not the one it was: a namespace has an id that no other ever gets. What ran there
 * is started anew, urgent workflows first.
 */
export async function findLostWorkflows({
  database,
  client,
  log,
}: {
  readonly database: Database;
  readonly client: Client;
  readonly log: Logger;
}): Promise<void> {
  const { namespaceInfo } = await client.workflowService.describeNamespace({
    namespace: client.options.namespace,
  });
  const id = namespaceInfo?.id;
  if (!id || !(await noteNamespace(database, id))) return;
  log.error({ namespace: id }, 'Temporal has a new database: all open workflows are being started anew');
  await hurryLostFollowUps(database);
  let after: string | undefined;
  do after = await hurryLostWorkflows(database, { after, limit: hurriedAtOnce });
  while (after !== undefined);
}
