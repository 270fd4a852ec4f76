import { expect, it } from 'vitest';
import { searchAttributes } from '#contracts/search-attributes';
import { reportArrived, paymentWorkflowId } from '#contracts/transaction-workflow';
import { approve } from '../fakes/approve.js';
import { idealBody } from '../fakes/bodies.js';
import { createMerchant } from '../fakes/merchant.js';
import { sharedStack } from '../stack/stack.js';
import { connectTemporal } from '../stack/temporal.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: a payment that waits while it is signalled again and again does not reach Temporal's limits: it continues
 * as new, and loses neither its place nor its ways out. Method: as many signals as the server takes before it suggests it.
 */
const merchant = createMerchant(sharedStack.urls.api);
const temporal = await connectTemporal();
const atOnce = 50;
/** Answered by every workflow, once its worker has done what came before. */
const caughtUp = '__temporal_workflow_metadata';
const signalsMax = 10_000;

it('continues as new when its history is long, and is paid as ever', async () => {
  const body = idealBody();
  const created = await merchant.post('/v2/payment', body);
  const id = paymentWorkflowId(String(created.body['identifier']));
  const runOf = () => temporal.workflow.getHandle(id).describe();
  const { runId: firstRun } = await runOf();
  let sent = 0;
  for (; sent < signalsMax && (await runOf()).runId === firstRun; sent += atOnce) {
    const handle = temporal.workflow.getHandle(id);
    await Promise.all(Array.from({ length: atOnce }, () => handle.signal(reportArrived)));
    // Signals that outrun the worker keep it from continuing as new.
    const hasCaughtUp = () =>
      handle.query(caughtUp).then(
        () => true,
        () => false,
      );
    await until(hasCaughtUp, (isDone) => isDone);
  }
  expect(sent).toBeLessThan(signalsMax);
  const { status, runId, historyLength } = await runOf();
  expect(status.name).toBe('RUNNING');
  expect(historyLength).toBeLessThan(sent);
  // It is listed once it is left in peace.
  const listed = async () => (await runOf()).typedSearchAttributes.get(searchAttributes.status);
  await expect.poll(listed).toBe('created');

  await approve(created);
  expect(await merchant.untilFinal(body.reference)).toMatchObject({ status: 'success' });
  await expect.poll(async () => (await runOf()).status.name).toBe('COMPLETED');
  expect((await runOf()).runId).toBe(runId);
});
