import { setTimeout as wait } from 'node:timers/promises';
import type { CheckOptions } from '#client/gateway-client';
import type { PaymentRecord, PayoutRecord } from '#client/messages/record';
import type { Reversal } from '#client/messages/reversal';
import { methodOf } from '#domain/methods/find-method';
import type { StepResult, StepStage } from './step.js';
import { paymentOf, payoutOf } from './sample-requests.js';
import { awaitCallback, awaitFinal } from './watch-transaction.js';

/** What happens to money after a success (contract §15): the merchant's own refund, or what the provider tells later. */
export type MoneyBackStep = {
  readonly kind: 'moneyBack';
  /** Part of the reference of the payment or payout; unique among all steps. */
  readonly name: string;
  readonly group: string;
  readonly title: string;
  readonly of: 'payment' | 'payout';
  /** Without an amount: all of it. */
  readonly refund?: { readonly amount?: string; readonly scenario?: 'late_failure' };
  /** What the sandbox does with the money afterwards (contract §10). */
  readonly after?: string;
  /** Status and error code of a refund, or kind and state of the first reversal. */
  readonly expected: string;
};

const payment = { kind: 'moneyBack', group: 'Money back', of: 'payment' } as const;

export const moneyBackSteps: readonly MoneyBackStep[] = [
  { ...payment, name: 'refund', title: 'a whole payment refunded', refund: {}, expected: 'success, 0' },
  { ...payment, name: 'refund-part', title: 'a part of it', refund: { amount: '1' }, expected: 'success, 0' },
  {
    ...payment,
    name: 'refund-late',
    title: 'a refund that fails after its success',
    refund: { scenario: 'late_failure' },
    expected: 'returned, posted',
  },
  {
    ...payment,
    name: 'chargeback',
    title: 'a payment charged back',
    after: 'chargeback',
    expected: 'chargeback, posted',
  },
  {
    ...payment,
    of: 'payout',
    name: 'payout-returned',
    title: 'a payout returned, for a person to confirm',
    after: 'returned',
    expected: 'returned, recorded',
  },
];

const reversalWithinMs = 60_000;
const reversalEveryMs = 250;

/** Pays, or pays out, and follows what then happens to the money. Throws what the gateway refuses. */
export async function playMoneyBack(
  stage: StepStage,
  step: MoneyBackStep,
  onProgress: (words: string) => void,
): Promise<Omit<StepResult, 'isExpected'>> {
  const { client, sandboxUrl } = stage;
  const reference = stage.referenceOf(step.name);
  const started = performance.now();
  const { identifier } = await make(stage, step, reference);
  const made = { identifier, createMs: performance.now() - started, hasCallback: true };
  const check = (options: CheckOptions): Promise<PaymentRecord | PayoutRecord> =>
    step.of === 'payment' ? client.checkPayment(reference, options) : client.checkPayout(reference, options);
  const { status } = await awaitFinal(check, onProgress);
  await awaitCallback(sandboxUrl, reference, status);
  if (step.refund === undefined)
    return { ...made, outcome: await firstReversal(() => check({}), onProgress) };

  const refundReference = `${reference}-back`;
  const { amount, scenario } = step.refund;
  await client.createRefund({
    reference: refundReference,
    payment_reference: reference,
    ...(amount !== undefined && { amount }),
    ...(scenario !== undefined && { extra: { meta: { sandbox: scenario } } }),
  });
  const refunded = await awaitFinal((options) => client.getRefund(refundReference, options), onProgress);
  await awaitCallback(sandboxUrl, refundReference, refunded.status);
  const outcome =
    scenario === undefined
      ? `${refunded.status}, ${refunded.error_code}`
      : await firstReversal(() => client.getRefund(refundReference), onProgress);
  return { ...made, outcome };
}

function make({ client, sandboxUrl }: StepStage, { of, after }: MoneyBackStep, reference: string) {
  const order = { reference, shopUrl: `${sandboxUrl}/merchant`, scenario: 'success' };
  const changes = after === undefined ? {} : { meta: { sandbox_after: after } };
  return of === 'payment'
    ? client.createPayment(paymentOf(methodOf('payment', 'h2h', 'ideal'), changes)(order))
    : client.createPayout(payoutOf('pix', changes)(order));
}

async function firstReversal(
  check: () => Promise<{ readonly reversals?: readonly Reversal[] }>,
  onProgress: (words: string) => void,
): Promise<string> {
  onProgress('success, waits for what becomes of the money');
  const deadline = Date.now() + reversalWithinMs;
  while (Date.now() < deadline) {
    const { reversals: [first] = [] } = await check();
    if (first !== undefined) return `${first.kind}, ${first.state}`;
    await wait(reversalEveryMs);
  }
  throw new Error(`nothing became of the money within ${reversalWithinMs / 1_000} s`);
}
