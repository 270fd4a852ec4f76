import { GatewayRefusal } from '#client/gateway-refusal';
import { judgeAnswer } from '#client/judge-answer';
import type { CreatedPayment } from '#client/messages/created';
import { writeBody } from '#client/write-body';
import type { PayoutStep } from './payout-steps.js';
import { playCustomer } from './play-customer.js';
import { playPayout } from './play-payout.js';
import type { Played, StepResult, StepStage } from './step-stage.js';
import type { TourStep } from './tour-steps.js';
import { awaitCallback, awaitFinal } from './watch-transaction.js';

/** Plays one line of the tour to its end; `onProgress` hears in words where it stands. Never throws. */
export async function playStep(
  stage: StepStage,
  step: TourStep | PayoutStep,
  onProgress: (words: string) => void,
): Promise<StepResult> {
  try {
    const result = await play(stage, step, onProgress);
    return { ...result, isExpected: result.outcome === step.expected };
  } catch (error) {
    const outcome =
      error instanceof GatewayRefusal
        ? refusalWords(error)
        : error instanceof Error
          ? error.message
          : 'failed';
    return { outcome, isExpected: outcome === step.expected };
  }
}

function play(
  stage: StepStage,
  step: TourStep | PayoutStep,
  onProgress: (words: string) => void,
): Promise<Played> {
  switch (step.kind) {
    case 'payment':
      return playPayment(stage, step, onProgress);
    case 'refusal':
      return playRefusal(stage, step);
    case 'leftOpen':
      return playLeftOpen(stage, step);
    case 'payout':
      return playPayout(stage, step, onProgress);
  }
}

async function playPayment(
  stage: StepStage,
  step: Extract<TourStep, { readonly kind: 'payment' }>,
  onProgress: (words: string) => void,
): Promise<Played> {
  const reference = stage.referenceOf(step.name);
  const { created, createMs } = await create(stage, step);
  onProgress(created.status);
  const { trackingKey } = step;
  if (trackingKey !== undefined) {
    await stage.client.submitTransferDetails({ reference, tracking_key: trackingKey });
  }
  // The record is watched while the customer acts: whatever ends the payment, it is seen at once.
  const [final] = await Promise.all([
    awaitFinal((options) => stage.client.checkPayment(reference, options), onProgress),
    playCustomer(step.customer, created, stage.sandboxUrl),
  ]);
  const paidAt = final.status === 'success' ? { paidAt: performance.now() } : {};
  onProgress(`${final.status}, waits for the callback`);
  await awaitCallback(stage.sandboxUrl, reference, final.status);
  const { identifier } = created;
  return {
    outcome: `${final.status}, ${final.error_code}`,
    createMs,
    identifier,
    ...paidAt,
    hasCallback: true,
  };
}

async function playRefusal(
  stage: StepStage,
  step: Extract<TourStep, { readonly kind: 'refusal' }>,
): Promise<Played> {
  switch (step.fault) {
    case 'sentTwice': {
      // The client's own createPayment would find out that the reference is its own, and succeed.
      const body = writeBody(step.payment(orderOf(stage, step, 'success')));
      await stage.client.send('POST', '/v2/payment', body);
      const verdict = judgeAnswer(await stage.client.send('POST', '/v2/payment', body));
      return { outcome: verdict.kind === 'refused' ? refusalWords(verdict.refusal) : verdict.kind };
    }
    case 'badSignature': {
      const { created } = await create({ ...stage, client: stage.stranger }, step);
      return { outcome: created.status };
    }
  }
}

async function playLeftOpen(stage: StepStage, step: TourStep): Promise<Played> {
  const { created, createMs } = await create(stage, step);
  const { identifier, redirect_url: hostedPageUrl, status, error_code: code } = created;
  return { outcome: `${status}, ${code}`, createMs, identifier, hostedPageUrl };
}

async function create(
  stage: StepStage,
  step: TourStep,
): Promise<{ readonly created: CreatedPayment; readonly createMs: number }> {
  const started = performance.now();
  const created = await stage.client.createPayment(step.payment(orderOf(stage, step)));
  return { created, createMs: performance.now() - started };
}

function orderOf({ referenceOf, sandboxUrl }: StepStage, { name }: TourStep, scenario?: string) {
  return { reference: referenceOf(name), shopUrl: `${sandboxUrl}/merchant`, scenario };
}

function refusalWords({ httpStatus, code }: GatewayRefusal): string {
  return `HTTP ${httpStatus}, ${code}`;
}
