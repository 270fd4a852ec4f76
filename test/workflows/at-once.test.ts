import { WithStartWorkflowOperation } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lookUpNow } from '#contracts/operator-updates';
import { awaitFirstStep, reportArrived } from '#contracts/transaction-workflow';
import { until } from '../witnesses/until.js';
import { createGate, success, waiting } from './states.js';
import { startWorkflowSystem, type RunningWorkflow, type WorkflowSystem } from './workflow-system.js';

/** Goal: a workflow calls provider and merchant in its own task, and leaves to an activity what is not settled there. */
let system: WorkflowSystem;
beforeAll(async () => {
  system = await startWorkflowSystem();
});
afterAll(() => system.stop());

const told = ['delivered'];
const firstStep = ({ handle }: RunningWorkflow) => handle.executeUpdate(awaitFirstStep);

describe.concurrent('what is tried within the task of the workflow', () => {
  it('is all there is where provider and merchant answer at once', async () => {
    const payment = await system.start('payment', {
      submitAtOnce: [{ ...waiting, isJustSent: true }],
      applyEvidence: [success],
      deliverAtOnce: told,
    });
    await firstStep(payment);
    await payment.handle.signal(reportArrived);
    await payment.handle.result();
    expect(payment.calls).toEqual(['submitAtOnce', 'applyEvidence', 'deliverAtOnce']);
    const scheduled = (await payment.history()).filter((event) => event.activityTaskScheduledEventAttributes);
    expect([scheduled, await payment.timers()]).toEqual([[], []]);
  });

  it('is left to an activity of its own where a provider takes its time or is busy', async () => {
    const payment = await system.start('payment', { submitAtOnce: [null], submitTransaction: [waiting] });
    expect(await firstStep(payment)).toEqual(waiting);
    expect(payment.calls).toEqual(['submitAtOnce', 'submitTransaction']);
  });

  it('is left to one that knows what was tried where a merchant takes long or refuses', async () => {
    const first = { attempt: 1, leftMs: 5_000 };
    const payment = await system.start('payment', {
      submitAtOnce: [success],
      deliverAtOnce: [first],
      deliverCallback: told,
    });
    await payment.handle.result();
    expect(payment.calls).toEqual(['submitAtOnce', 'deliverAtOnce', 'deliverCallback']);
    expect(payment.argumentsOf('deliverCallback')).toEqual([[first]]);
  });

  it('ends no workflow in the task that has accepted an update, whose caller would get no answer', async () => {
    const prepared = system.prepare('payment', {
      submitAtOnce: [success],
      deliverAtOnce: told,
      deliverCallback: told,
    });
    const { workflow } = system.environment.client;
    const answer = await workflow.executeUpdateWithStart(awaitFirstStep, {
      startWorkflowOperation: new WithStartWorkflowOperation(prepared.workflowType, prepared.options),
    });
    expect(answer).toEqual(success);
    const payment = prepared.follow();
    await payment.handle.result();
    expect(payment.calls).toEqual(['submitAtOnce', 'deliverCallback']);
  });

  it.each([
    ['delivered', 'no step more', []],
    ['untold', 'an activity', [[]]],
    [{ attempt: 1, leftMs: 5_000 }, 'one that knows what was tried', [[{ attempt: 1, leftMs: 5_000 }]]],
  ])('may be delivered in the step that ends it: %j takes %s', async (toldThen, _, deliveries) => {
    const payment = await system.start(
      'payment',
      { applyEvidence: [{ ...success, told: toldThen }], deliverAtOnce: told, deliverCallback: told },
      { known: waiting },
    );
    await payment.handle.signal(reportArrived);
    await payment.handle.result();
    expect(payment.calls).not.toContain('deliverAtOnce');
    expect(payment.argumentsOf('deliverCallback')).toEqual(deliveries);
  });

  it('answers a caller while the step that sends the callback takes so long that a task of its own comes in between', async () => {
    const gate = createGate({ ...success, told: 'delivered' });
    const payment = await system.start('payment', { applyEvidence: [gate.pass] }, { known: waiting });
    await payment.handle.signal(reportArrived);
    await until(
      () => Promise.resolve(payment.calls),
      (calls) => calls.includes('applyEvidence'),
    );
    const asked = payment.handle.executeUpdate(lookUpNow);
    const tasks = async () =>
      (await payment.history()).filter((event) => event.workflowTaskStartedEventAttributes).length;
    const before = await tasks();
    await until(tasks, (now) => now > before);
    gate.open();
    expect(await asked).toEqual(success);
    await payment.handle.result();
    expect(payment.calls).toEqual(['applyEvidence']);
  });

  it('is left to one where the database is away', async () => {
    const payment = await system.start('payment', {
      submitAtOnce: [success],
      deliverAtOnce: [new Error('the database is away')],
      deliverCallback: told,
    });
    await payment.handle.result();
    expect(payment.calls).toEqual(['submitAtOnce', 'deliverAtOnce', 'deliverCallback']);
  });
});
