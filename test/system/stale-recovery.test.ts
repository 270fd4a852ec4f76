import { Client, type WorkflowClient } from '@temporalio/client';
import { afterAll, it } from 'vitest';
import { recoverWorkflows } from '../../apps/worker/src/recovery/recover-workflows.js';
import { workflowIdOf } from '#contracts/transaction-workflow';
import { Metrics } from '#metrics/metrics';
import { createLog } from '#runtime/create-log';
import { pixBody } from '../fakes/bodies.js';
import { openBooks } from '../witnesses/books.js';
import { openDatabase } from '../witnesses/database.js';
import { createMerchant } from '../fakes/merchant.js';
import { sharedStack } from '../stack/stack.js';
import { connectTemporal } from '../stack/temporal.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: recovery that is late leaves no workflow with nothing to do. Method: between its look at a payment that waits for its
 * customer and its look for the workflow the payment ends, and its workflow with it.
 */
const merchant = createMerchant(sharedStack.urls.api);
const books = openBooks(sharedStack.databaseUrl);
const database = await openDatabase(sharedStack.databaseUrls.worker);
const temporal = await connectTemporal();
afterAll(async () => {
  await books.close();
  await database.destroy();
});

const statusOf = async (workflowId: string, runId?: string) =>
  (await temporal.workflow.getHandle(workflowId, runId).describe()).status.name;

it('ends the workflow that it has started for a payment which had just ended', async () => {
  const { reference } = pixBody();
  await merchant.post('/v2/payment', { ...pixBody(), reference });
  const [row] = await books.rows('select identifier from transactions where reference = $1', reference);
  const identifier = String(row?.['identifier']);
  const workflowId = workflowIdOf('payment', identifier);
  let restarted: string | undefined;

  /** Ends the payment first, when recovery looks for its workflow. */
  const getHandle = (...[id, ...run]: Parameters<WorkflowClient['getHandle']>) => {
    const handle = temporal.workflow.getHandle(id, ...run);
    if (id !== workflowId || restarted !== undefined) return handle;
    const describe = async () => {
      await merchant.postRaw(`/v2/payment/${encodeURIComponent(reference)}/cancel`, '');
      await until(
        () => statusOf(workflowId),
        (status) => status === 'COMPLETED',
      );
      return handle.describe();
    };
    return { ...handle, describe };
  };
  const start = async (...[type, options]: Parameters<WorkflowClient['start']>) => {
    const handle = await temporal.workflow.start(type, options);
    if (options.workflowId === workflowId) restarted = handle.firstExecutionRunId;
    return handle;
  };
  const replaced: Readonly<Record<PropertyKey, unknown>> = { getHandle, start };
  const workflow = new Proxy(temporal.workflow, {
    get: (target, name) => replaced[name] ?? (Reflect.get(target, name) as unknown),
  });
  const client = new Proxy(temporal, {
    get: (target, name) => (name === 'workflow' ? workflow : (Reflect.get(target, name) as unknown)),
  }) satisfies Client;
  const log = createLog('tests', 'silent');
  const metrics = new Metrics('worker');

  // The stack's own workers look as well, and may be first.
  while (restarted === undefined) {
    await books.rows('update recoveries set due_at = now() where identifier = $1', identifier);
    await recoverWorkflows({ database, client, log, metrics, ladderMs: () => [900_000] });
  }
  await until(
    () => statusOf(workflowId, restarted),
    (status) => status === 'COMPLETED',
  );
});
