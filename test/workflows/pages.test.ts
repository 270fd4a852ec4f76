import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { carryOver } from '#contracts/carry-over';
import { reviewsChanged, type ReviewsNow } from '#contracts/follow-up-workflows';
import { resolve } from '#contracts/operator-updates';
import { awaitFirstStep } from '#contracts/transaction-workflow';
import { pageOf } from '../witnesses/page-of.js';
import { refusalOf } from '../witnesses/refusal-of.js';
import { until } from '../witnesses/until.js';
import { awaitingInput, createGate, failed, inAnHour, success, waiting } from './states.js';
import {
  startWorkflowSystem,
  type RunningWorkflow,
  type Script,
  type WorkflowSystem,
} from './workflow-system.js';

/**
 * Goal: a transaction's page in the Temporal UI says when a person is needed, for what, and the next step, and stops saying so
 * afterwards. Method: the signals that the worker sends, and the query with which the UI reads the page.
 */
let system: WorkflowSystem;
beforeAll(async () => {
  system = await startWorkflowSystem();
});
afterAll(() => system.stop());

const page = ({ handle }: RunningWorkflow) => pageOf(handle);
const shows = (workflow: RunningWorkflow, isShown: (text: string) => boolean) =>
  until(() => page(workflow), isShown);

const said = 'the provider says success of 199.9 BRL for attempt 1, asked for 99.9 BRL';
const wrongAmount: ReviewsNow = { open: [{ id: '7', cause: 'wrong amount', said }], changes: 1 };
const closed: ReviewsNow = { open: [], changes: 2 };
const resolution = { status: 'success', operator: 'Ada', reason: 'told', evidence: 'ticket 7' } as const;

const script: Script = {
  submitTransaction: [waiting],
  lookUpTransaction: [inAnHour],
  deliverCallback: ['delivered'],
};

async function startWaiting(further: Script = {}) {
  const payment = await system.start('payment', { ...script, ...further });
  await payment.handle.executeUpdate(awaitFirstStep);
  return payment;
}

describe.concurrent('a review of an open payment', () => {
  it('is on its page until it is closed, instead of a wait for what has come', async () => {
    const payment = await startWaiting();
    expect(await page(payment)).toContain('The customer can pay until 2030-01-01T00:00:00.000Z.');
    await payment.handle.signal(reviewsChanged, wrongAmount);
    const shown = await shows(payment, (text) => text.includes('A person is needed'));
    expect(shown).toContain(
      `review 7, wrong amount: ${said}. Next: settle it with the provider, \`resolve\` the`,
    );
    expect(shown).not.toMatch(/can pay until|Waiting for the provider's callback/);
    await payment.handle.signal(reviewsChanged, closed);
    await shows(payment, (text) => text.includes('A review of it was closed; the payment is still open'));
    // Sent before, and late.
    await payment.handle.signal(reviewsChanged, wrongAmount);
    await payment.handle.executeUpdate(awaitFirstStep);
    expect(await page(payment)).not.toContain('A person is needed');
    expect(payment.calls).toEqual(['submitTransaction']);
  });

  it('stays on the page of the run after this one', async () => {
    const payment = await startWaiting({ submitTransaction: [waiting, waiting] });
    await payment.handle.signal(reviewsChanged, wrongAmount);
    const { runId } = await payment.handle.describe();
    await payment.handle.signal(carryOver);
    await until(
      () => payment.handle.describe(),
      (now) => now.runId !== runId,
    );
    await payment.handle.executeUpdate(awaitFirstStep);
    await shows(payment, (text) => text.includes('A person is needed'));
  });
});

describe.concurrent('a payment that is resolved', () => {
  it('says in its last words that its review was open, and the answer names it', async () => {
    const next = 'Still open: review 7, wrong amount. Close it in workflow review/x.';
    const payment = await startWaiting({
      resolveTransaction: [{ ...success, next }],
      applyEvidence: [success],
    });
    await payment.handle.signal(reviewsChanged, wrongAmount);
    expect(await payment.handle.executeUpdate(resolve, { args: [resolution] })).toMatchObject({ next });
    await payment.handle.result();
    const last = await page(payment);
    expect(last).toContain('**Still open when this workflow ended**: review 7, wrong amount');
    expect(last).not.toContain('A person is needed');
    expect(payment.calls).not.toContain('closeResolvedReviews');
  });

  it('has its review closed in the same update if asked, and only the one that its page shows', async () => {
    const payment = await startWaiting({
      resolveTransaction: [success],
      applyEvidence: [success],
      closeResolvedReviews: ['Closed: review 7.'],
    });
    await payment.handle.signal(reviewsChanged, wrongAmount);
    const args: [typeof resolution & { closeReview: boolean }] = [{ ...resolution, closeReview: true }];
    expect(await payment.handle.executeUpdate(resolve, { args })).toMatchObject({
      next: 'Closed: review 7.',
    });
    expect(payment.argumentsOf('resolveTransaction')).toEqual([[resolution]]);
    expect(payment.argumentsOf('closeResolvedReviews')).toEqual([
      [{ operator: 'Ada', reason: 'told', ids: ['7'] }],
    ]);
    await payment.handle.signal(reviewsChanged, closed).catch(() => undefined);
    await payment.handle.result();
  });

  it('closes nothing while a second operator is awaited, and takes nothing but a flag', async () => {
    const payment = await startWaiting({
      resolveTransaction: [{ ...waiting, proposal: 'Proposed by Ada.' }],
    });
    const args: [typeof resolution & { closeReview: boolean }] = [{ ...resolution, closeReview: true }];
    expect(await payment.handle.executeUpdate(resolve, { args })).toMatchObject({ phase: 'waiting' });
    expect(payment.calls).not.toContain('closeResolvedReviews');
    const wrong = { ...resolution, closeReview: 'yes' as unknown as boolean };
    expect(await refusalOf(payment.handle.executeUpdate(resolve, { args: [wrong] }))).toContain(
      'closeReview must be true, false or left out.',
    );
  });
});

describe.concurrent('a page', () => {
  it('says where later reviews are once its workflow has ended', async () => {
    const payment = await system.start('payment', { ...script, submitTransaction: [success] });
    await payment.handle.result();
    expect(await page(payment)).toMatch(
      /accepted the callback\.\n\nWhatever needs a person from now on is in/,
    );
  });

  it('does not show an older state while a step fails', async () => {
    const left = { ...awaitingInput, awaits: { kind: 'page' } } as const;
    const second = createGate(waiting);
    const payment = await system.start('payment', {
      ...script,
      submitTransaction: [left, failed, second.pass],
    });
    await payment.handle.executeUpdate(awaitFirstStep);
    expect(await page(payment)).toContain('Waiting for the customer to pay on the hosted page');
    await payment.handle.signal('becameReady');
    await shows(payment, (text) => text.startsWith('The last step failed.'));
    await payment.handle.signal(reviewsChanged, wrongAmount);
    await shows(payment, (text) => /^The last step failed\..*\n\n\*\*A person is needed/.test(text));
    second.open();
    await shows(payment, (text) => text.includes('Its provider has answered'));
  });
});
