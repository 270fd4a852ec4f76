import { WithStartWorkflowOperation, WorkflowUpdateStage } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptedIt } from '#contracts/follow-up-workflows';
import type { RecordedStep } from '#contracts/step-result';
import { awaitFirstStep, cancelBy, type AnsweredState } from '#contracts/transaction-workflow';
import type { TransactionType } from '#domain/transaction/status';
import { until } from '../witnesses/until.js';
import { createGate, declined, inAnHour, success, unknown, awaitingInput, waiting } from './states.js';
import { startWorkflowSystem, type Prepared, type Script, type WorkflowSystem } from './workflow-system.js';

/**
 * Goal: a merchant's cancel (contract §7) ends what was never sent before anything is sent, asks the provider of a payment
 * that may have been, and changes nothing of such a payout; whatever the workflow is doing when it comes.
 */
let system: WorkflowSystem;
beforeAll(async () => {
  system = await startWorkflowSystem();
});
afterAll(() => system.stop());

const due: RecordedStep = { ...unknown, phase: 'due' };
const answers: Script = {
  cancelUnsent: [declined],
  askToCancel: [declined],
  lookUpTransaction: [inAnHour],
  deliverCallback: [inAnHour],
  redeliverCallback: [acceptedIt],
};
const types = ['payment', 'payout'] as const;
const byMerchant = { args: ['merchant'] as ['merchant'] };
const accepted = { ...byMerchant, waitForStage: WorkflowUpdateStage.ACCEPTED };

const called = (workflow: { readonly calls: readonly string[] }, name: string) =>
  until(
    () => Promise.resolve(workflow.calls),
    (calls) => calls.includes(name),
  );

/** One that knows where it stands, and waits there. */
async function startIn(type: TransactionType, state: RecordedStep, script: Script = {}) {
  const started = await system.start(type, { ...answers, submitTransaction: [state], ...script });
  await started.handle.executeUpdate(awaitFirstStep);
  return started;
}

/** Its first submit waits, for its turn or for its provider. */
async function startSubmitting(type: TransactionType, state: RecordedStep, script: Script = {}) {
  const submit = createGate(state);
  const { submitTransaction: [next] = [waiting] } = script;
  const started = await system.start(type, {
    ...answers,
    ...script,
    submitTransaction: [submit.pass, next ?? waiting],
  });
  await called(started, 'submitTransaction');
  return { started, submit };
}

/** The cancel itself starts it, because it was lost. */
async function cancelLost(type: TransactionType, prepared: Prepared): Promise<AnsweredState> {
  return system.environment.client.workflow.executeUpdateWithStart(cancelBy[type], {
    ...byMerchant,
    startWorkflowOperation: new WithStartWorkflowOperation(prepared.workflowType, prepared.options),
  });
}

describe.concurrent('of what was never sent', () => {
  it.each(types)('a %s that awaits input ends, in the name of the merchant', async (type) => {
    const started = await startIn(type, awaitingInput);
    expect(await started.handle.executeUpdate(cancelBy[type], byMerchant)).toEqual(declined);
    expect(started.calls.slice(0, 2)).toEqual(['submitTransaction', 'cancelUnsent']);
    expect(started.argumentsOf('cancelUnsent')).toEqual([['merchant']]);
  });

  it.each(types)('a %s that waits for its turn ends, without waiting for that', async (type) => {
    const { started, submit } = await startSubmitting(type, declined);
    expect(await started.handle.executeUpdate(cancelBy[type], byMerchant)).toEqual(declined);
    submit.open();
    await called(started, 'deliverCallback');
    expect(started.calls).toEqual(['submitTransaction', 'cancelUnsent', 'deliverCallback']);
    expect(started.argumentsOf('cancelUnsent')).toEqual([['merchant']]);
  });

  it.each(types)('a %s whose workflow was lost ends, and is not sent by the start', async (type) => {
    const prepared = system.prepare(type, answers);
    expect(await cancelLost(type, prepared)).toEqual(declined);
    const lost = prepared.follow();
    await called(lost, 'deliverCallback');
    expect(lost.calls).not.toContain('submitTransaction');
  });

  it('a payment between a soft decline and its next route is not sent there', async () => {
    const script = { cancelUnsent: [unknown, declined] };
    const { started, submit } = await startSubmitting('payment', due, script);
    const cancel = await started.handle.startUpdate(cancelBy.payment, accepted);
    await called(started, 'cancelUnsent');
    submit.open();
    expect(await cancel.result()).toEqual(declined);
    expect(started.calls.slice(0, 3)).toEqual(['submitTransaction', 'cancelUnsent', 'cancelUnsent']);
    expect(started.calls).not.toContain('askToCancel');
  });
});

describe.concurrent('of a payment that may have been sent', () => {
  it.each([
    ['accepted', waiting],
    ['unanswered', unknown],
  ] as const)('%s: its provider is asked, once', async (_name, state) => {
    const payment = await system.start('payment', answers, { known: { ...state, lookUpDueInMs: 3_600_000 } });
    expect(await payment.handle.executeUpdate(cancelBy.payment, byMerchant)).toEqual(declined);
    expect(payment.calls.filter((name) => name === 'askToCancel')).toHaveLength(1);
  });

  it('that is being sent: its provider is asked when that is over', async () => {
    const { started, submit } = await startSubmitting('payment', waiting, { cancelUnsent: [unknown] });
    const cancel = await started.handle.startUpdate(cancelBy.payment, accepted);
    await called(started, 'cancelUnsent');
    submit.open();
    expect(await cancel.result()).toEqual(declined);
    expect(started.calls.slice(0, 3)).toEqual(['submitTransaction', 'cancelUnsent', 'askToCancel']);
  });

  it('whose workflow was lost: its provider is asked', async () => {
    const prepared = system.prepare('payment', { ...answers, cancelUnsent: [waiting] });
    expect(await cancelLost('payment', prepared)).toEqual(declined);
    const { calls } = prepared.follow();
    expect(calls).toContain('askToCancel');
    expect(calls).not.toContain('submitTransaction');
  });

  it('and that was paid: the caller gets that state', async () => {
    const payment = await startIn('payment', waiting, { askToCancel: [success] });
    expect(await payment.handle.executeUpdate(cancelBy.payment, byMerchant)).toEqual(success);
    expect(await payment.handle.executeUpdate(cancelBy.payment, byMerchant)).toEqual(success);
    expect(payment.calls.filter((name) => name === 'askToCancel')).toHaveLength(1);
  });

  it('whose outcome is unknown: the caller gets that state, and keeps no update waiting', async () => {
    const payment = await system.start(
      'payment',
      { ...answers, cancelUnsent: [unknown], askToCancel: [unknown] },
      { known: { ...unknown, lookUpDueInMs: 3_600_000 } },
    );
    for (let asked = 0; asked < 12; asked += 1) {
      expect(await payment.handle.executeUpdate(cancelBy.payment, byMerchant)).toEqual(unknown);
    }
  });

  it('whose provider gives no answer: the caller gets an unknown state', async () => {
    const silent = { ...waiting, isUnanswered: true } as const;
    const payment = await startIn('payment', waiting, { askToCancel: [silent] });
    expect(await payment.handle.executeUpdate(cancelBy.payment, byMerchant)).toEqual(silent);
  });
});

describe.concurrent('of a payout that may have been sent', () => {
  it('the caller gets its state, and nothing else happens', async () => {
    for (const state of [waiting, success]) {
      const payout = await startIn('payout', state);
      const before = payout.calls.filter((name) => name !== 'deliverCallback');
      expect(await payout.handle.executeUpdate(cancelBy.payout, byMerchant)).toEqual(state);
      expect(payout.calls.filter((name) => name !== 'deliverCallback')).toEqual(before);
    }
  });

  it('that is being sent: it goes on', async () => {
    const { started, submit } = await startSubmitting('payout', waiting, { cancelUnsent: [unknown] });
    expect(await started.handle.executeUpdate(cancelBy.payout, byMerchant)).toEqual(unknown);
    submit.open();
    expect(await started.handle.executeUpdate(awaitFirstStep)).toMatchObject({ phase: 'waiting' });
    expect(started.calls).toEqual(['submitTransaction', 'cancelUnsent']);
  });

  it('whose workflow was lost: it goes on', async () => {
    const prepared = system.prepare('payout', { ...answers, cancelUnsent: [waiting] });
    expect(await cancelLost('payout', prepared)).toEqual(waiting);
    expect(prepared.follow().calls).not.toContain('submitTransaction');
    expect(prepared.follow().calls).not.toContain('askToCancel');
  });
});
