import type { GatewayClient } from '#client/gateway-client';
import { GatewayRefusal } from '#client/gateway-refusal';
import { classifyAnswer } from '#client/classify-answer';
import type { CreatedPayment } from '#client/messages/created';
import { writeBody } from '#client/write-request';
import { playCustomer } from './customer.js';
import { playMoneyBack, type MoneyBackStep } from './money-back.js';
import type { StepResult, StepStage } from './step.js';
import type { PayoutStep, TourStep } from './tour-steps.js';
import { awaitCallback, awaitFinal } from './watch-transaction.js';

/** What happened, before it is held against what was expected. */
type Played = Omit<StepResult, 'isExpected'>;

/** Plays one line of the tour to its end; `onProgress` hears in words where it stands. Never throws. */
export async function playStep(
  stage: StepStage,
  step: TourStep | PayoutStep | MoneyBackStep,
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
  step: TourStep | PayoutStep | MoneyBackStep,
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
    case 'moneyBack':
      return playMoneyBack(stage, step, onProgress);
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
      const classified = classifyAnswer(await stage.client.send('POST', '/v2/payment', body));
      return { outcome: classified.kind === 'refused' ? refusalWords(classified.refusal) : classified.kind };
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

/** Pays out as a merchant's service does, and follows the payout to its callback. Throws what the gateway refuses. */
async function playPayout(
  stage: StepStage,
  { name, payer, payout, scenario, bankChoice }: PayoutStep,
  onProgress: (words: string) => void,
): Promise<Played> {
  const { sandboxUrl } = stage;
  const client = payer === 'poor' ? stage.poor : stage.client;
  const reference = stage.referenceOf(name);
  const shopUrl = `${sandboxUrl}/merchant`;
  const bankCode = bankChoice === 'beforehand' ? await findBank(client) : undefined;

  const started = performance.now();
  const created = await client.createPayout(payout({ reference, shopUrl, scenario, bankCode }));
  const createMs = performance.now() - started;
  onProgress(created.status);
  if (bankChoice === 'whenAsked') {
    await client.confirmBankCode(reference, firstOf(created.challenge?.challenge_bank_code));
  }
  if (bankChoice === 'cancels') await client.cancelPayout(reference);
  const final = await awaitFinal((options) => client.checkPayout(reference, options), onProgress);
  onProgress(`${final.status}, waits for the callback`);
  await awaitCallback(sandboxUrl, reference, final.status);
  const { identifier } = created;
  return { outcome: `${final.status}, ${final.error_code}`, createMs, identifier, hasCallback: true };
}

async function findBank(client: GatewayClient): Promise<string> {
  return firstOf(await client.banks('NG'));
}

function firstOf(banks: readonly { readonly code: string }[] = []): string {
  const [bank] = banks;
  if (bank === undefined) throw new Error('no bank is offered');
  return bank.code;
}
