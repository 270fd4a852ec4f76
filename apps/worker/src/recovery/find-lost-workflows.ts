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
 * Detects that Temporal's database was replaced, by the unique id of the namespace. Lost workflows are started again, urgent
 * ones first.
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
