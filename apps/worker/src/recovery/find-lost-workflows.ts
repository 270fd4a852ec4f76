import type { Client } from '@temporalio/client';
import type { Database } from '#persistence/database';
import { hurryLostFlows, hurryLostSideFlows, noteNamespace } from '#persistence/transactions/lost-flows';
import type { Logger } from '#runtime/create-log';

const hurriedAtOnce = 5_000;

/**
 * Finds out that Temporal's database is another one than before: a namespace has an id that no other ever gets. What
 * ran there is started anew, first what has something to be done now.
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
  log.error({ namespace: id }, 'Temporal has lost its flows; all are started anew');
  await hurryLostSideFlows(database);
  let after: string | undefined;
  do after = await hurryLostFlows(database, { after, limit: hurriedAtOnce });
  while (after !== undefined);
}
