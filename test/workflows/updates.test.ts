import { WithStartWorkflowOperation, WorkflowUpdateStage, type WorkflowHandle } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approve, deliverNow, lookUpNow, resolve } from '#contracts/operator-updates';
import {
  cancelPayout,
  confirmBankCode,
  awaitFirstStep,
  awaitNextStep,
  cancelPayment,
  reportArrived,
} from '#contracts/transaction-workflow';
import type { RecordedStep } from '#contracts/step-result';
import { acceptedIt } from '#contracts/follow-up-workflows';
import { refusalOf } from '../witnesses/refusal-of.js';
import { until } from '../witnesses/until.js';
import { createGate, declined, inAnHour, success, unknown, awaitingInput, waiting } from './states.js';
import { startWorkflowSystem, type Script, type WorkflowSystem } from './workflow-system.js';

/**
 * Goal: what customers, merchants and operators ask of a transaction's workflow is served once or refused in a sentence,
 * in whatever state it comes, and no caller waits for ever.
 */
let system: WorkflowSystem;
beforeAll(async () => {
  system = await startWorkflowSystem();
});
afterAll(() => system.stop());

const resolution = { status: 'declined', operator: 'Ada', reason: 'told', evidence: 'ticket 7' } as const;
const nothingToLookUp =
  'There is nothing to look up: only a transaction that is open at the provider can be.';
const neverSent = 'Only a transaction that is open and may have been sent can be resolved.';
const noCallback = 'There is no callback to deliver now.';

/** What it may be asked, each with what then ends it. The callback is not taken before an hour has passed. */
const answers: Script = {
  cancelUnsent: [declined],
  askToCancel: [declined],
  lookUpOnce: [success],
  resolveTransaction: [declined],
  applyEvidence: [declined],
  lookUpTransaction: [inAnHour],
  deliverCallback: [inAnHour],
  redeliverCallback: [acceptedIt],
};

const states = { awaitingInput, waiting, unknown, final: success } as const;
type Phase = keyof typeof states;

const updates = {
  lookUpNow: (handle: WorkflowHandle) => handle.executeUpdate(lookUpNow),
  resolve: (handle: WorkflowHandle) => handle.executeUpdate(resolve, { args: [resolution] }),
  cancelPayment: (handle: WorkflowHandle) => handle.executeUpdate(cancelPayment),
  deliverNow: (handle: WorkflowHandle) => handle.executeUpdate(deliverNow),
} as const;

/** The activity that serves an update in a state, and the caller's answer. */
const served = [
  ['awaitingInput', 'cancelPayment', 'cancelUnsent', declined],
  ['waiting', 'lookUpNow', 'lookUpOnce', success],
  ['waiting', 'resolve', 'resolveTransaction', declined],
  ['waiting', 'cancelPayment', 'askToCancel', declined],
  ['unknown', 'lookUpNow', 'lookUpOnce', success],
  ['unknown', 'resolve', 'resolveTransaction', declined],
  ['unknown', 'cancelPayment', 'askToCancel', declined],
  ['final', 'deliverNow', 'redeliverCallback', 'delivered'],
] as const satisfies readonly (readonly [Phase, keyof typeof updates, string, RecordedStep | string])[];

/** What an update in a state is refused with. */
const refused = [
  ['awaitingInput', 'lookUpNow', nothingToLookUp],
  ['awaitingInput', 'resolve', neverSent],
  ['awaitingInput', 'deliverNow', noCallback],
  ['waiting', 'deliverNow', noCallback],
  ['unknown', 'deliverNow', noCallback],
  ['final', 'lookUpNow', nothingToLookUp],
  ['final', 'resolve', neverSent],
] as const satisfies readonly (readonly [Phase, keyof typeof updates, string])[];

const called = (workflow: { readonly calls: readonly string[] }, name: string) =>
  until(
    () => Promise.resolve(workflow.calls),
    (calls) => calls.includes(name),
  );

/** A payment whose workflow knows that it is in this state. */
async function startIn(phase: Phase) {
  const payment = await system.start('payment', { ...answers, submitTransaction: [states[phase]] });
  await called(payment, phase === 'final' ? 'deliverCallback' : 'submitTransaction');
  await until(
    () => payment.history(),
    (events) => events.some((event) => event.activityTaskCompletedEventAttributes),
  );
  return payment;
}

/** An update that starts the workflow of a payment, and is accepted before the workflow knows its state. */
async function askEarly(phase: Phase, name: 'lookUpNow' | 'cancelPayment') {
  const first = createGate(states[phase]);
  const prepared = system.prepare('payment', { ...answers, submitTransaction: [first.pass] });
  const { options, workflowType } = prepared;
  const update = name === 'lookUpNow' ? lookUpNow : cancelPayment;
  const asked = await system.environment.client.workflow.startUpdateWithStart(update, {
    startWorkflowOperation: new WithStartWorkflowOperation(workflowType, options),
    waitForStage: WorkflowUpdateStage.ACCEPTED,
  });
  first.open();
  return { asked, payment: prepared.follow() };
}

const isEarly = (name: string) => name === 'lookUpNow' || name === 'cancelPayment';

describe.concurrent('an update', () => {
  it.each(served)(
    'of a payment that is %s: %s is served, by %s, once',
    async (phase, name, activity, answer) => {
      const payment = await startIn(phase);
      expect(await updates[name](payment.handle)).toEqual(answer);
      const [resolved = [resolution]] = payment.argumentsOf('resolveTransaction');
      expect(payment.calls.filter((call) => call === activity)).toHaveLength(1);
      expect(resolved).toEqual([resolution]);
    },
  );

  it('that cancels a final transaction gets its state, and nothing else happens', async () => {
    const payment = await startIn('final');
    const before = payment.calls;
    expect(await updates.cancelPayment(payment.handle)).toEqual(success);
    expect(payment.calls).toEqual(before);
  });

  it.each(refused)('of a payment that is %s: %s is refused, "%s"', async (phase, name, sentence) => {
    const payment = await startIn(phase);
    const before = payment.calls;
    expect(await refusalOf(updates[name](payment.handle))).toContain(sentence);
    expect(payment.calls).toEqual(before);
  });

  it.each(served.filter(([, name]) => isEarly(name)))(
    'that starts the workflow of a payment which is %s: %s is served, by %s, once',
    async (phase, name, activity, answer) => {
      const { asked, payment } = await askEarly(phase, name as 'lookUpNow' | 'cancelPayment');
      expect(await asked.result()).toEqual(answer);
      await called(payment, activity);
      expect(payment.calls.filter((call) => call === activity)).toHaveLength(1);
    },
  );

  it.each(refused.filter(([, name]) => isEarly(name)))(
    'that starts the workflow of a payment which is %s: %s is refused, "%s"',
    async (phase, name, sentence) => {
      const { asked, payment } = await askEarly(phase, name as 'lookUpNow' | 'cancelPayment');
      expect(await refusalOf(asked.result())).toContain(sentence);
      expect(payment.calls).not.toContain('lookUpOnce');
    },
  );

  it.each(['operator', 'reason', 'evidence'] as const)('that resolves must name: %s', async (name) => {
    const payment = await system.start('payment', { ...answers, submitTransaction: [waiting] });
    await payment.handle.executeUpdate(awaitFirstStep);
    const incomplete = payment.handle.executeUpdate(resolve, { args: [{ ...resolution, [name]: ' ' }] });
    expect(await refusalOf(incomplete)).toContain(`Required: ${name}.`);
    expect(payment.calls).toEqual(['submitTransaction']);
  });
});

describe.concurrent('a race', () => {
  /** A payment whose first step waits, so that what is sent meanwhile is all there when it ends. */
  async function holdBack(state: RecordedStep, script: Script) {
    const first = createGate(state);
    const [next] = script.submitTransaction ?? [waiting];
    const payment = await system.start('payment', {
      ...answers,
      ...script,
      submitTransaction: [first.pass, next ?? waiting],
    });
    await called(payment, 'submitTransaction');
    return { payment, first };
  }
  const accepted = { waitForStage: WorkflowUpdateStage.ACCEPTED } as const;

  it('between paying and giving up: the page was posted, so the provider is asked to cancel', async () => {
    const { payment, first } = await holdBack(awaitingInput, {});
    const cancel = await payment.handle.startUpdate(cancelPayment, accepted);
    const pay = await payment.handle.startUpdate(awaitNextStep, accepted);
    first.open();
    expect(await cancel.result()).toEqual(declined);
    expect(['waiting', 'final']).toContain((await pay.result()).phase);
    expect(payment.calls.slice(0, 3)).toEqual(['submitTransaction', 'submitTransaction', 'askToCancel']);
    expect(payment.calls).not.toContain('cancelUnsent');
  });

  it('between giving up and the provider who says that it was paid: it was', async () => {
    const { payment, first } = await holdBack(waiting, { applyEvidence: [success] });
    const cancel = await payment.handle.startUpdate(cancelPayment, accepted);
    await payment.handle.signal(reportArrived);
    first.open();
    expect(await cancel.result()).toEqual(success);
    expect(payment.calls).not.toContain('askToCancel');
  });

  it('between giving up and a look-up that waits for its next turn: the look-up is dropped', async () => {
    const known = { ...unknown, lookUpDueInMs: 1 };
    const payment = await system.start('payment', answers, { known });
    await called(payment, 'lookUpTransaction');
    expect(await payment.handle.executeUpdate(cancelPayment)).toEqual(declined);
    expect(payment.calls.slice(0, 2)).toEqual(['lookUpTransaction', 'askToCancel']);
  });

  it('of several that give up at once: the provider is asked once', async () => {
    const { payment, first } = await holdBack(waiting, {});
    const one = await payment.handle.startUpdate(cancelPayment, accepted);
    const other = await payment.handle.startUpdate(cancelPayment, accepted);
    first.open();
    expect([await one.result(), await other.result()]).toEqual([declined, declined]);
    expect(payment.calls.filter((name) => name === 'askToCancel')).toHaveLength(1);
  });
});

describe.concurrent('a callback that is delivered now', () => {
  it('ends the workflow when the merchant takes it', async () => {
    const payment = await system.start('payment', { ...answers, submitTransaction: [success] });
    await called(payment, 'deliverCallback');
    expect(await payment.handle.executeUpdate(deliverNow)).toBe('delivered');
    await payment.handle.result();
    expect(payment.calls).toEqual(['submitTransaction', 'deliverCallback', 'redeliverCallback']);
  });

  it('is waited for again when the merchant does not', async () => {
    const unaccepted = 'did not accept it: attempt 2 got HTTP 500';
    const script = { ...answers, submitTransaction: [success], redeliverCallback: [unaccepted] };
    const payment = await system.start('payment', script);
    await called(payment, 'deliverCallback');
    expect(await payment.handle.executeUpdate(deliverNow)).toBe(`The merchant ${unaccepted}.`);
    await until(
      () => Promise.resolve(payment.calls.filter((name) => name === 'deliverCallback')),
      (deliveries) => deliveries.length === 2,
    );
    expect((await payment.handle.describe()).status.name).toBe('RUNNING');
  });
});

describe.concurrent('a payout', () => {
  const pending = { ...awaitingInput, status: 'pending' } as const;

  it('is sent when its bank is chosen, and no other is chosen afterwards', async () => {
    const payout = await system.start('payout', {
      ...answers,
      submitTransaction: [pending, waiting],
      chooseBankCode: [{ bankCode: '001' }],
    });
    expect(await payout.handle.executeUpdate(awaitFirstStep)).toMatchObject({ phase: 'awaitingInput' });
    const choose = (code: string) => payout.handle.executeUpdate(confirmBankCode, { args: [code] });
    expect(await refusalOf(choose(''))).toContain('must be the code of a bank');
    expect(await choose('001')).toEqual({ bankCode: '001' });
    await until(
      () => payout.timers(),
      (timers) => timers.some(([, summary]) => summary === 'first look-up'),
    );
    expect(await refusalOf(choose('002'))).toContain('This payout is no longer waiting for a bank.');
    expect(payout.argumentsOf('chooseBankCode')).toEqual([['001']]);
    expect(payout.calls).toEqual(['submitTransaction', 'chooseBankCode', 'submitTransaction']);
  });

  it('that is held is sent once it is approved, by two persons where it takes two', async () => {
    const held = await system.start('payout', {
      ...answers,
      submitTransaction: [pending, waiting],
      approvePayout: [{ proposal: 'another must confirm' }, {}],
    });
    await held.handle.executeUpdate(awaitFirstStep);
    const say = (operator: string, reason = 'told') =>
      held.handle.executeUpdate(approve, { args: [{ operator, reason, evidence: 'ticket 8' }] });
    expect(await refusalOf(say('Ada', ' '))).toContain('Required: reason.');
    expect(await say('Ada')).toBe('another must confirm');
    expect(held.calls).toEqual(['submitTransaction', 'approvePayout']);
    expect(await say('Bob')).toBe('Approved.');
    await until(
      () => held.history(),
      (events) => {
        const ended = events.map((event) => Boolean(event.activityTaskCompletedEventAttributes));
        const stepped = events.findLastIndex((event) => event.workflowTaskCompletedEventAttributes);
        return ended.filter(Boolean).length === 4 && stepped > ended.lastIndexOf(true);
      },
    );
    expect(held.calls).toEqual(['submitTransaction', 'approvePayout', 'approvePayout', 'submitTransaction']);
    expect(await refusalOf(say('Eve'))).toContain('held for a person');
  });

  it('is cancelled while its bank is not chosen, and not once it was sent', async () => {
    const open = await system.start('payout', { ...answers, submitTransaction: [pending] });
    expect(await open.handle.executeUpdate(cancelPayout)).toEqual(declined);
    expect(open.calls).toContain('cancelUnsent');
    const sent = await system.start('payout', { ...answers, submitTransaction: [waiting] });
    await sent.handle.executeUpdate(awaitFirstStep);
    expect(await refusalOf(sent.handle.executeUpdate(cancelPayout))).toContain('never sent');
    expect(sent.calls).toEqual(['submitTransaction']);
  });
});
