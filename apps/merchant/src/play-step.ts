import type { MerchantClient } from './merchant-client.js';
import { playCustomer } from './play-customer.js';
import { readAnswer, type PaymentAnswer } from './read-answer.js';
import type { TourStep } from './tour-steps.js';
import { awaitCallback, awaitFinal } from './watch-payment.js';

export type StepResult = {
  /** In the form of the step's `expected`, or what went wrong. */
  readonly outcome: string;
  readonly isExpected: boolean;
  readonly createMs?: number;
  readonly identifier?: string | undefined;
  readonly hostedPageUrl?: string | undefined;
  /** `performance.now()` when the payment was known to be paid. */
  readonly paidAt?: number;
  readonly hasCallback?: boolean;
};

export type StepStage = {
  readonly client: MerchantClient;
  /** Signs with a key of its own making. */
  readonly stranger: MerchantClient;
  readonly sandboxUrl: string;
  readonly referenceOf: (name: string) => string;
};

/** Plays one line of the tour to its end; `onProgress` hears in words where it stands. Never throws. */
export async function playStep(
  stage: StepStage,
  step: TourStep,
  onProgress: (words: string) => void,
): Promise<StepResult> {
  try {
    const result = await play(stage, step, onProgress);
    return { ...result, isExpected: result.outcome === step.expected };
  } catch (error) {
    return { outcome: error instanceof Error ? error.message : 'failed', isExpected: false };
  }
}

type Played = Omit<StepResult, 'isExpected'>;

function play(stage: StepStage, step: TourStep, onProgress: (words: string) => void): Promise<Played> {
  switch (step.kind) {
    case 'payment':
      return playPayment(stage, step, onProgress);
    case 'refusal':
      return playRefusal(stage, step);
    case 'leftOpen':
      return playLeftOpen(stage, step);
  }
}

async function playPayment(
  stage: StepStage,
  step: Extract<TourStep, { readonly kind: 'payment' }>,
  onProgress: (words: string) => void,
): Promise<Played> {
  const reference = stage.referenceOf(step.name);
  const { created, createMs } = await create(stage, step, step.scenario);
  if (created.identifier === undefined || created.httpStatus !== 200)
    return { outcome: refusalWords(created), createMs };
  onProgress(created.status);
  // The record is watched while the customer acts: whatever ends the payment, it is seen at once.
  const [final] = await Promise.all([
    awaitFinal(stage.client, reference, onProgress),
    playCustomer(step.customer, created, stage.sandboxUrl),
  ]);
  const paidAt = final.status === 'success' ? { paidAt: performance.now() } : {};
  onProgress(`${final.status}, waits for the callback`);
  await awaitCallback(stage.sandboxUrl, reference, final.status);
  const { identifier } = created;
  return {
    outcome: `${final.status}, ${final.errorCode}`,
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
      await create(stage, step, 'success');
      const { created } = await create(stage, step, 'success');
      return { outcome: refusalWords(created) };
    }
    case 'badSignature': {
      const { created } = await create({ ...stage, client: stage.stranger }, step);
      return { outcome: refusalWords(created) };
    }
  }
}

async function playLeftOpen(stage: StepStage, step: TourStep): Promise<Played> {
  const { created, createMs } = await create(stage, step);
  const { identifier, redirectUrl, status, errorCode } = created;
  return { outcome: `${status}, ${errorCode}`, createMs, identifier, hostedPageUrl: redirectUrl };
}

async function create(
  { client, sandboxUrl, referenceOf }: StepStage,
  step: TourStep,
  scenario?: string,
): Promise<{ readonly created: PaymentAnswer; readonly createMs: number }> {
  const order = { reference: referenceOf(step.name), shopUrl: `${sandboxUrl}/merchant`, scenario };
  const answer = await client.send('POST', '/v2/payment', JSON.stringify(step.payment(order)));
  return { created: readAnswer(answer), createMs: answer.milliseconds };
}

function refusalWords({ httpStatus, errorCode }: PaymentAnswer): string {
  return `HTTP ${httpStatus}, ${errorCode}`;
}
