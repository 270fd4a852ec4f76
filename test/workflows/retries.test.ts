import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordedStep } from '#contracts/step-result';
import {
  awaitFirstStep,
  awaitNextStep,
  cancelPayment,
  lookUpDue,
  reportArrived,
} from '#contracts/transaction-workflow';
import { until } from '../witnesses/until.js';
import { awaitingInput, createGate, declined, success, waiting } from './states.js';
import { startWorkflowSystem, type RunningWorkflow, type WorkflowSystem } from './workflow-system.js';

/** Goal: a payment whose card was declined waits for another card as it waited for the first, but still reads reports about the one before. */
let system: WorkflowSystem;
beforeAll(async () => {
  system = await startWorkflowSystem();
});
afterAll(() => system.stop());

const told = ['delivered'];
const attempt = { n: 1, route: 'main', mid: 'main', provider: 'bank_one', state: 'declined' };
/** The card was declined, and the page asks for another one. */
const askingAgain: RecordedStep = { ...awaitingInput, status: 'pending', attempts: [attempt] };

const called = (workflow: RunningWorkflow, ...names: string[]) =>
  until(
    () => Promise.resolve(workflow.calls),
    (calls) => names.every((name) => calls.includes(name)),
  );

const firstStep = ({ handle }: RunningWorkflow) => handle.executeUpdate(awaitFirstStep);

describe.concurrent('a payment whose card was declined', () => {
  it('waits for another card until its time is over, and sends it', async () => {
    const payment = await system.start('payment', {
      submitTransaction: [awaitingInput, { ...askingAgain, leftMs: 60_000 }, success],
      deliverCallback: told,
    });
    await firstStep(payment);
    expect(await payment.handle.executeUpdate(awaitNextStep)).toMatchObject({ phase: 'awaitingInput' });
    expect((await payment.timers()).at(-1)).toEqual([60_000, 'hosted page closes']);
    expect(await payment.handle.executeUpdate(awaitNextStep)).toMatchObject({ status: 'success' });
    await payment.handle.result();
    expect(payment.calls).toEqual([
      'submitTransaction',
      'submitTransaction',
      'submitTransaction',
      'deliverCallback',
    ]);
  });

  it('ends when its time is over, and when it is cancelled', async () => {
    const script = { submitTransaction: [askingAgain], deliverCallback: told };
    const expired = await system.start('payment', {
      ...script,
      submitTransaction: [{ ...askingAgain, leftMs: -1 }],
      expireUnsent: [declined],
    });
    await expired.handle.result();
    expect(expired.calls).toEqual(['submitTransaction', 'expireUnsent', 'deliverCallback']);
    const cancelled = await system.start('payment', { ...script, cancelUnsent: [declined] });
    await firstStep(cancelled);
    expect(await cancelled.handle.executeUpdate(cancelPayment)).toMatchObject({ status: 'declined' });
    await cancelled.handle.result();
    expect(cancelled.calls).toEqual(['submitTransaction', 'cancelUnsent', 'deliverCallback']);
  });

  it('reads what is reported of the card while it waits for another one', async () => {
    const payment = await system.start('payment', {
      submitTransaction: [askingAgain],
      applyEvidence: [askingAgain, declined],
      deliverCallback: told,
    });
    await firstStep(payment);
    await payment.handle.signal(reportArrived);
    await called(payment, 'applyEvidence');
    await firstStep(payment);
    await payment.handle.signal(reportArrived);
    await payment.handle.result();
    expect(payment.calls).toEqual(['submitTransaction', 'applyEvidence', 'applyEvidence', 'deliverCallback']);
  });

  it('sends no further card before it has read what was reported of the one before', async () => {
    const gate = createGate(askingAgain);
    const payment = await system.start('payment', {
      submitTransaction: [gate.pass, success],
      applyEvidence: [declined],
      deliverCallback: told,
    });
    await called(payment, 'submitTransaction');
    await payment.handle.signal(reportArrived);
    const posted = payment.handle.executeUpdate(awaitNextStep);
    await sleep(200);
    gate.open();
    expect(await posted).toMatchObject({ status: 'declined' });
    await payment.handle.result();
    expect(payment.calls).toEqual(['submitTransaction', 'applyEvidence', 'deliverCallback']);
  });

  it('looks the next one up by its own schedule', async () => {
    const sent = { ...waiting, isJustSent: true } as const;
    const payment = await system.start('payment', {
      submitTransaction: [sent, { ...sent, attempts: [{ ...attempt, n: 2, state: 'accepted' }] }],
      lookUpTransaction: [askingAgain],
    });
    await firstStep(payment);
    await payment.handle.signal(lookUpDue);
    await called(payment, 'lookUpTransaction');
    await until(
      () => firstStep(payment),
      ({ phase }) => phase === 'awaitingInput',
    );
    expect(await payment.handle.executeUpdate(awaitNextStep)).toMatchObject({ phase: 'waiting' });
    await sleep(300);
    expect(payment.calls).toEqual(['submitTransaction', 'lookUpTransaction', 'submitTransaction']);
  });
});

describe('a payment that still waits for its first card', () => {
  it('reads no report, as in the histories of earlier builds', async () => {
    const payment = await system.start('payment', { submitTransaction: [awaitingInput, success] });
    await firstStep(payment);
    await payment.handle.signal(reportArrived);
    await sleep(300);
    expect(payment.calls).toEqual(['submitTransaction']);
  });
});
