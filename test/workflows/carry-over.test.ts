import { WorkflowUpdateStage } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { carryOver } from '#contracts/carry-over';
import { acceptedIt } from '#contracts/follow-up-workflows';
import { deliverNow, lookUpNow, resolve, type Resolution } from '#contracts/operator-updates';
import {
  awaitFirstStep,
  callbackReleased,
  cancelPayment,
  reportArrived,
} from '#contracts/transaction-workflow';
import { pageOf } from '../witnesses/page-of.js';
import { refusalOf } from '../witnesses/refusal-of.js';
import { until } from '../witnesses/until.js';
import { createGate, declined, inAnHour, success, unknown, awaitingInput, waiting } from './states.js';
import {
  startWorkflowSystem,
  type RunningWorkflow,
  type Script,
  type WorkflowSystem,
} from './workflow-system.js';

/**
 * Goal: a workflow that a release asks to carry over goes on in a new run as soon as no caller waits for the old one, takes no
 * step twice for it, and nothing that was asked of it meanwhile is lost.
 */
let system: WorkflowSystem;
beforeAll(async () => {
  system = await startWorkflowSystem();
});
afterAll(() => system.stop());

const script: Script = {
  cancelUnsent: [declined],
  lookUpOnce: [success],
  lookUpTransaction: [inAnHour],
  applyEvidence: [declined],
  deliverCallback: [inAnHour],
  redeliverCallback: [acceptedIt],
};

const states = { awaitingInput, waiting, unknown, delivering: success, paused: success } as const;
type State = keyof typeof states;

const firstActivity: Readonly<Record<State, string>> = {
  awaitingInput: 'submitTransaction',
  waiting: 'submitTransaction',
  unknown: 'submitTransaction',
  delivering: 'deliverCallback',
  paused: 'deliverCallback',
};

async function startIn(state: State, more: Script = {}): Promise<RunningWorkflow> {
  const told: Script = state === 'paused' ? { deliverCallback: ['paused'] } : {};
  const payment = await system.start('payment', {
    ...script,
    ...told,
    submitTransaction: [states[state]],
    ...more,
  });
  await until(
    () => Promise.resolve(payment.calls),
    (calls) => calls.includes(firstActivity[state]),
  );
  // Until the workflow knows it.
  await payment.handle.executeUpdate(awaitFirstStep).catch(() => undefined);
  return payment;
}

const runOf = async ({ handle }: RunningWorkflow) => (await handle.describe()).runId;

/** As a release does: asks again until it is another run. */
async function carriedOver(payment: RunningWorkflow, before: string): Promise<string> {
  return until(
    async () => {
      await payment.handle.signal(carryOver);
      return runOf(payment);
    },
    (run) => run !== before,
  );
}

/** What operations staff read on its page in the Temporal UI. */
const page = ({ handle }: RunningWorkflow) => pageOf(handle);

const count = (payment: RunningWorkflow, name: string) =>
  payment.calls.filter((call) => call === name).length;

describe.concurrent('a workflow that a release asks to carry over', () => {
  it.each(Object.keys(states).filter((state) => state !== 'unknown') as State[])(
    'goes on in a new run, when its payment is %s',
    async (state) => {
      const payment = await startIn(state);
      const before = await runOf(payment);
      await carriedOver(payment, before);
      await until(
        () => Promise.resolve(count(payment, firstActivity[state])),
        (calls) => calls >= 2,
      );
      const [started] = (await payment.handle.fetchHistory()).events ?? [];
      const input = started?.workflowExecutionStartedEventAttributes;
      expect(input?.firstExecutionRunId).toBe(before);
    },
  );

  it('goes on in a new run while it is looked up, and keeps what it is listed by', async () => {
    const looking = { ...waiting, lookUpDueInMs: 1 };
    const payment = await startIn('waiting', { submitTransaction: [looking] });
    await until(
      () => Promise.resolve(payment.calls),
      (calls) => calls.includes('lookUpTransaction'),
    );
    const listedBy = async () => {
      const { typedSearchAttributes: listed } = await payment.handle.describe();
      const own = listed.getAll().filter(({ key }) => key.name !== 'BuildIds');
      return new Map(own.map(({ key, value }) => [key.name, value]));
    };
    const before = await listedBy();
    await carriedOver(payment, await runOf(payment));
    expect(await listedBy()).toEqual(before);
  });

  it('does not leave a submit that is under way', async () => {
    const submit = createGate(waiting);
    const payment = await system.start('payment', { ...script, submitTransaction: [submit.pass, waiting] });
    await until(
      () => Promise.resolve(payment.calls),
      (calls) => calls.includes('submitTransaction'),
    );
    const before = await runOf(payment);
    for (let n = 0; n < 5; n += 1) await payment.handle.signal(carryOver);
    expect(await runOf(payment)).toBe(before);
    submit.open();
    await until(
      () => runOf(payment),
      (run) => run !== before,
    );
  });

  it('refuses a caller that still waits for an unknown outcome', async () => {
    const payment = await startUnknown();
    const before = await runOf(payment);
    const waits = await payment.handle.startUpdate(awaitFirstStep, {
      waitForStage: WorkflowUpdateStage.ACCEPTED,
    });
    const refusal = refusalOf(waits.result());
    await carriedOver(payment, before);
    expect(await refusal).toContain('not known yet');
  });

  it('has what was asked at the same moment done, once', async () => {
    const payment = await startIn('waiting');
    const before = await runOf(payment);
    const [answer] = await Promise.all([
      payment.handle.executeUpdate(lookUpNow),
      payment.handle.signal(carryOver),
    ]);
    expect(answer).toEqual(success);
    expect(count(payment, 'lookUpOnce')).toBe(1);
    await carriedOver(payment, before);
  });

  it.each([
    ['a cancel', 'askToCancel', (payment: RunningWorkflow) => payment.handle.executeUpdate(cancelPayment)],
    ['a look-up', 'lookUpOnce', (payment: RunningWorkflow) => payment.handle.executeUpdate(lookUpNow)],
  ] as const)('answers %s first for which a provider is being asked', async (_what, activity, ask) => {
    const atProvider = createGate(declined);
    const payment = await startIn('waiting', { [activity]: [atProvider.pass] });
    const before = await runOf(payment);
    const answer = ask(payment);
    await until(
      () => Promise.resolve(count(payment, activity)),
      (calls) => calls === 1,
    );
    for (let n = 0; n < 5; n += 1) await payment.handle.signal(carryOver);
    expect(await runOf(payment)).toBe(before);
    atProvider.open();
    expect(await answer).toEqual(declined);
    expect(count(payment, activity)).toBe(1);
    expect(count(payment, 'submitTransaction')).toBe(1);
  });

  it('still shows what a second operator is to confirm', async () => {
    const payment = await startIn('waiting', {
      resolveTransaction: [{ proposal: '**Proposed by eve**: declined.' }, declined],
    });
    const word: Resolution = { status: 'declined', operator: 'eve', reason: 'told', evidence: 'ticket 7' };
    await payment.handle.executeUpdate(resolve, { args: [word] });
    const shown = await page(payment);
    expect(shown).toContain('Proposed by eve');
    const again = await carriedOver(payment, await runOf(payment));
    await carriedOver(payment, again);
    await until(
      () => page(payment).catch(() => ''),
      (now) => now === shown,
    );
    await payment.handle.executeUpdate(resolve, { args: [{ ...word, operator: 'bob' }] });
    await until(
      () => page(payment),
      (now) => now.includes('declined') && !now.includes('Proposed by eve'),
    );
  });

  it.each(['awaitingInput', 'waiting'] as const)(
    'is not held up by the word that an endpoint is well: %s',
    async (state) => {
      const payment = await startIn(state);
      const before = await runOf(payment);
      await payment.handle.signal(callbackReleased);
      expect(await carriedOver(payment, before)).not.toBe(before);
    },
  );

  it('hands a report on that came at the same moment', async () => {
    const payments = await Promise.all(Array.from({ length: 8 }, () => startIn('waiting')));
    await Promise.all(
      payments.flatMap(({ handle }, n) => {
        const signals = [() => handle.signal(carryOver), () => handle.signal(reportArrived)];
        return (n % 2 === 0 ? signals : signals.toReversed()).map((send) => send());
      }),
    );
    for (const payment of payments) {
      await until(
        () => Promise.resolve(payment.calls),
        (calls) => calls.includes('applyEvidence'),
      );
    }
  });

  it('answers an update that came at the same moment', async () => {
    const payments = await Promise.all(Array.from({ length: 8 }, () => startIn('awaitingInput')));
    const answers = await Promise.all(
      payments.flatMap(({ handle }) => [
        handle.signal(carryOver).then(() => undefined),
        handle.executeUpdate(cancelPayment),
      ]),
    );
    expect(answers.filter((answer) => answer !== undefined)).toEqual(payments.map(() => declined));
    for (const payment of payments) expect(count(payment, 'cancelUnsent')).toBe(1);
  });

  it('delivers a callback first that an operator asks for', async () => {
    const payment = await startIn('delivering');
    const [answer] = await Promise.all([
      payment.handle.executeUpdate(deliverNow),
      payment.handle.signal(carryOver),
    ]);
    expect(answer).toBe('delivered');
    expect(count(payment, 'redeliverCallback')).toBe(1);
  });
});

async function startUnknown(): Promise<RunningWorkflow> {
  const payment = await system.start('payment', { ...script, submitTransaction: [unknown] });
  await until(
    () => payment.history(),
    (events) => events.some((event) => event.activityTaskCompletedEventAttributes),
  );
  return payment;
}
