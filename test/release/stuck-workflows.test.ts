import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { transactionsQueue } from '#contracts/task-queues';
import { workflowIdOf, workflowTypes } from '#contracts/transaction-workflow';
import { pixBody } from '../fakes/bodies.js';
import { createMerchant } from '../fakes/merchant.js';
import { sharedStack } from '../stack/stack.js';
import { connectTemporal } from '../stack/temporal.js';
import { openBooks } from '../witnesses/books.js';
import { untilLine } from '../witnesses/log-file.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: no payment waits for an operator because its workflow fails at each task, as after a history that its code cannot
 * replay. Method: the workflow of an open payment is replaced by one of a type that no worker knows.
 */
const merchant = createMerchant(sharedStack.urls.api);
const books = openBooks(sharedStack.databaseUrl);
const temporal = await connectTemporal();
afterAll(() => books.close());

it('recovery replaces the workflow of a payment that fails at each of its tasks', async () => {
  const body = pixBody();
  await merchant.post('/v2/payment', body);
  const [row] = await books.rows('select identifier from transactions where reference = $1', body.reference);
  const identifier = String(row?.['identifier']);
  const workflowId = workflowIdOf('payment', identifier);
  const broken = await temporal.workflow.start('unknown', {
    workflowId,
    taskQueue: transactionsQueue,
    workflowIdConflictPolicy: 'TERMINATE_EXISTING',
  });
  const describe = (runId?: string) => temporal.workflow.getHandle(workflowId, runId).describe();
  await until(
    () => describe(broken.firstExecutionRunId),
    ({ raw }) => (raw.pendingWorkflowTask?.attempt ?? 0) > 6,
  );
  const current = await until(
    async () => {
      await books.rows('update recoveries set due_at = now() where identifier = $1', identifier);
      return describe();
    },
    ({ runId }) => runId !== broken.firstExecutionRunId,
  );
  expect(current).toMatchObject({ type: workflowTypes.payment, status: { name: 'RUNNING' } });
  const worker = join(sharedStack.directory, 'logs', 'worker.log');
  await untilLine(worker, { msg: 'a workflow failed again and again; started anew', identifier });
  expect(await describe(broken.firstExecutionRunId)).toMatchObject({ status: { name: 'TERMINATED' } });
  expect(
    await merchant.postRaw(`/v2/payment/${encodeURIComponent(body.reference)}/cancel`, ''),
  ).toMatchObject({
    status: 200,
  });
  await until(
    () => describe(current.runId),
    ({ status }) => status.name === 'COMPLETED',
  );
});
