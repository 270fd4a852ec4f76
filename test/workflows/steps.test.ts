import { setTimeout as sleep } from 'node:timers/promises';
import { ApplicationFailure } from '@temporalio/activity';
import { WorkflowFailedError } from '@temporalio/client';
import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lookUpNow } from '#contracts/operator-updates';
import {
  awaitFirstStep,
  awaitNextStep,
  callbackReleased,
  cancelPayment,
  reportArrived,
  lookUpDue,
  notRegistered,
} from '#contracts/transaction-workflow';
import { pageOf } from '../witnesses/page-of.js';
import { until } from '../witnesses/until.js';
import { declined, failed, inAnHour, success, awaitingInput, unknown, waiting } from './states.js';
import { startWorkflowSystem, type RunningWorkflow, type WorkflowSystem } from './workflow-system.js';

/** Goal: which step a transaction's workflow takes, and how long it waits before. Waits are read, not waited for. */
let system: WorkflowSystem;
beforeAll(async () => {
  system = await startWorkflowSystem();
});
afterAll(() => system.stop());

const told = ['delivered'];
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const firstStep = ({ handle }: RunningWorkflow) => handle.executeUpdate(awaitFirstStep);
const called = (workflow: RunningWorkflow, ...names: string[]) =>
  until(
    () => Promise.resolve(workflow.calls),
    (calls) => names.every((name) => calls.includes(name)),
  );

/** What operations staff read on its page in the Temporal UI. */
const page = ({ handle }: RunningWorkflow) => pageOf(handle);

describe.concurrent('the wait for a customer', () => {
  it('is as long as the database says, and over when the page is posted', async () => {
    const left = { ...awaitingInput, leftMs: 3 * dayMs };
    const payment = await system.start('payment', { submitTransaction: [left, waiting] });
    expect(await firstStep(payment)).toMatchObject({ phase: 'awaitingInput' });
    expect(await payment.timers()).toEqual([[3 * dayMs, 'hosted page closes']]);
    expect(await payment.handle.executeUpdate(awaitNextStep)).toEqual(waiting);
    expect(payment.calls).toEqual(['submitTransaction', 'submitTransaction']);
    const canceled = (await payment.history()).filter((event) => event.timerCanceledEventAttributes);
    expect(canceled).toHaveLength(1);
  });

  it('ends in the first step where the time for it was over when it was started again', async () => {
    const script = { expireUnsent: [{ ...awaitingInput, leftMs: dayMs }, declined], deliverAtOnce: told };
    const known = { ...awaitingInput, isTooLate: true } as const;
    const payment = await system.start('payment', script, { known });
    // The database decides, and by its clock it was not over.
    expect(
      await until(
        () => payment.timers(),
        ({ length }) => length === 1,
      ),
    ).toEqual([[dayMs, 'hosted page closes']]);
    const late = await system.start('payment', { ...script, expireUnsent: [declined] }, { known });
    await late.handle.result();
    expect([late.calls, await late.timers()]).toEqual([['expireUnsent', 'deliverAtOnce'], []]);
  });

  it('ends at once where the time for it is over already', async () => {
    const over = { ...awaitingInput, leftMs: -5_000 };
    const payout = await system.start('payout', {
      submitTransaction: [over],
      expireUnsent: [declined],
      deliverCallback: told,
    });
    await payout.handle.result();
    expect(payout.calls).toEqual(['submitTransaction', 'expireUnsent', 'deliverCallback']);
    expect(await payout.timers()).toEqual([[1, 'bank code is no longer awaited']]);
  });
});

describe.concurrent('the first look-up', () => {
  it('is due after the first distance of the plan', async () => {
    const payment = await system.start('payment', { submitTransaction: [waiting] });
    await firstStep(payment);
    expect(await payment.timers()).toEqual([[hourMs, 'first look-up']]);
  });

  it('is due after the rest of it where the workflow was started anew, which asks for nothing', async () => {
    const known = { ...unknown, lookUpDueInMs: 90_000 };
    const payment = await system.start('payment', {}, { known });
    await until(
      () => payment.timers(),
      (timers) => timers.length > 0,
    );
    expect(await payment.timers()).toEqual([[90_000, 'first look-up']]);
    expect(payment.calls).toEqual([]);
  });

  it('is called from outside after a submit of its own, which costs no timer', async () => {
    const payment = await system.start('payment', {
      submitTransaction: [{ ...waiting, isJustSent: true }],
      lookUpTransaction: [success],
      deliverCallback: told,
    });
    await firstStep(payment);
    await payment.handle.signal(lookUpDue);
    await payment.handle.result();
    expect(payment.calls).toEqual(['submitTransaction', 'lookUpTransaction', 'deliverCallback']);
    expect(await payment.timers()).toEqual([]);
  });

  it('is given up when the provider calls, whose word is taken first', async () => {
    const payment = await system.start(
      'payment',
      { lookUpTransaction: [inAnHour], applyEvidence: [success], deliverCallback: told },
      { known: { ...unknown, lookUpDueInMs: 1 } },
    );
    await called(payment, 'lookUpTransaction');
    await payment.handle.signal(reportArrived);
    await payment.handle.result();
    expect(payment.calls).toEqual(['lookUpTransaction', 'applyEvidence', 'deliverCallback']);
    const canceled = (await payment.history()).filter((event) => event.activityTaskCanceledEventAttributes);
    expect(canceled).toHaveLength(1);
  });
});

describe.concurrent('a look-up that an operator asks for', () => {
  it('says that the provider did not answer', async () => {
    const unanswered = { ...waiting, isUnanswered: true } as const;
    const payment = await system.start('payment', {
      submitTransaction: [waiting],
      lookUpOnce: [unanswered],
      lookUpTransaction: [inAnHour],
    });
    await firstStep(payment);
    expect(await payment.handle.executeUpdate(lookUpNow)).toEqual(unanswered);
  });
});

describe.concurrent('a step that failed', () => {
  it('is tried again after growing waits, and asks the database where it stands', async () => {
    const payment = await system.start('payment', {
      submitTransaction: [waiting, failed, success],
      askToCancel: [failed],
      deliverCallback: told,
    });
    await firstStep(payment);
    // Who asked for it is answered when it is known where that led.
    expect(await payment.handle.executeUpdate(cancelPayment)).toEqual(success);
    await payment.handle.result();
    expect(payment.calls).toEqual([
      'submitTransaction',
      'askToCancel',
      'submitTransaction',
      'submitTransaction',
      'deliverCallback',
    ]);
    const retries = (await payment.timers()).filter(([, summary]) => summary.startsWith('a step failed'));
    expect(retries.map(([milliseconds]) => milliseconds)).toEqual([1_000, 2_000]);
  });

  it('is tried again by itself where only the database has to answer', async () => {
    const payment = await system.start(
      'payment',
      { applyEvidence: [new Error('the database is away'), success], deliverCallback: told },
      { known: waiting },
    );
    await payment.handle.signal(reportArrived);
    await payment.handle.result();
    expect(payment.calls).toEqual(['applyEvidence', 'applyEvidence', 'deliverCallback']);
    expect((await payment.timers()).filter(([, summary]) => summary !== 'first look-up')).toEqual([]);
  });

  it.each(['submitTransaction', 'applyEvidence'] as const)(
    'ends the workflow where nothing is registered under its identifier: %s',
    async (step) => {
      const missing = ApplicationFailure.nonRetryable('no such transaction', notRegistered);
      const start = step === 'applyEvidence' ? { known: waiting } : {};
      const payment = await system.start('payment', { [step]: [missing] }, start);
      await payment.handle.signal(reportArrived);
      const error: unknown = await payment.handle.result().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(WorkflowFailedError);
      expect(JSON.stringify(error)).toContain(notRegistered);
      expect(payment.calls).toEqual([step]);
    },
  );

  it('is left to be seen, and the workflow open, where the fault is in the workflow', async () => {
    const payment = await system.start('payment', { submitTransaction: [null] });
    const events = await until(
      () => payment.history(),
      (known) => known.some((event) => event.workflowTaskFailedEventAttributes),
    );
    const failures = events.flatMap((event) => event.workflowTaskFailedEventAttributes ?? []);
    expect(failures[0]?.failure?.stackTrace).toContain('TypeError');
    expect((await payment.handle.describe()).status.name).toBe('RUNNING');
    expect(payment.calls).toEqual(['submitTransaction']);
    await payment.handle.terminate();
  });
});

describe.concurrent('a long history', () => {
  it('is continued as new with what it was started from, and asks the database where it stands', async () => {
    const script = { submitTransaction: [waiting], applyEvidence: [waiting] };
    const payment = await system.start('payment', script, { known: waiting });
    const { runId } = await payment.handle.describe();
    while ((await payment.handle.describe()).runId === runId) await payment.handle.signal(reportArrived);
    const events = await payment.history();
    const [before] = inputsOf(events[0]?.workflowExecutionStartedEventAttributes);
    const [after] = inputsOf(events.at(-1)?.workflowExecutionContinuedAsNewEventAttributes);
    const { known: _known, ...lasting } = before ?? {};
    // What was heard meanwhile, and was not looked at yet, goes with it.
    expect([lasting, { ...lasting, isUnheard: true }]).toContainEqual(after);
    expect(await firstStep(payment)).toEqual(waiting);
    expect(payment.calls.filter((name) => name === 'submitTransaction')).toHaveLength(1);
  });
});

type Input = { readonly input?: { readonly payloads?: Payload[] | null } | null };

function inputsOf(attributes: Input | null | undefined): readonly Readonly<Record<string, unknown>>[] {
  return (attributes?.input?.payloads ?? []).map((payload) => defaultPayloadConverter.fromPayload(payload));
}

describe.concurrent('the callback', () => {
  it('waits for word from outside while its endpoint is paused', async () => {
    const payment = await system.start('payment', {
      submitTransaction: [success],
      deliverCallback: ['paused', 'delivered'],
    });
    await called(payment, 'deliverCallback');
    await until(
      () => page(payment),
      (text) => text.includes('its endpoint is paused'),
    );
    await payment.handle.signal(callbackReleased);
    await payment.handle.result();
    expect(payment.calls).toEqual(['submitTransaction', 'deliverCallback', 'deliverCallback']);
    expect(await page(payment)).toContain('The merchant has accepted the callback.');
  });

  it('is not waited for before the end, whatever comes: nothing is asked again and again for it', async () => {
    const payment = await system.start('payment', {
      submitTransaction: [waiting],
      lookUpTransaction: [waiting],
    });
    await called(payment, 'submitTransaction');
    await payment.handle.signal(callbackReleased);
    await payment.handle.executeUpdate(awaitFirstStep);
    await payment.handle.signal(callbackReleased);
    const { historyLength } = await payment.handle.describe();
    await sleep(2_000);
    expect((await payment.handle.describe()).historyLength).toBeLessThanOrEqual(historyLength + 4);
    expect(payment.calls).toEqual(['submitTransaction']);
  });

  it.each([
    ['delivered', 'The merchant has accepted the callback.'],
    ['exhausted', 'it is no longer retried automatically'],
    ['stopped', 'has answered 410'],
    ['none', 'There is no callback for it.'],
  ])('says on its page what became of it: %s', async (state, said) => {
    const payment = await system.start('payment', {
      submitTransaction: [success],
      deliverCallback: [inAnHour, state],
    });
    await called(payment, 'deliverCallback');
    expect(await page(payment)).toContain('Delivering the callback');
    await payment.handle.signal(callbackReleased);
    await payment.handle.result();
    expect(await page(payment)).toContain(said);
  });

  it('is delivered while the provider still reports about the final transaction', async () => {
    const payment = await system.start('payment', {
      submitTransaction: [success],
      deliverCallback: [inAnHour, 'delivered'],
      applyEvidence: [success],
    });
    await called(payment, 'deliverCallback');
    await payment.handle.signal(reportArrived);
    await called(payment, 'applyEvidence');
    await payment.handle.signal(callbackReleased);
    await payment.handle.result();
    expect(payment.calls).toEqual([
      'submitTransaction',
      'deliverCallback',
      'applyEvidence',
      'deliverCallback',
    ]);
  });
});
