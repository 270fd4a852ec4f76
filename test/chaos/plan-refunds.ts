import type { Random } from '../fakes/seeded-random.js';
import { refundManners, type Manner } from './manners.js';
import type { Body } from './traffic-bodies.js';

/** A planned payment whose money may be given back. */
export type RefundablePayment = {
  readonly reference: string;
  readonly keyId: string;
  /** In a currency with two decimals. */
  readonly amount: number;
};

/** The payment that a refund is of, and how much of it. */
export type PlannedPart = {
  readonly payment: string;
  /** The key that the payment was made with; another project of the same merchant may refund it. */
  readonly paymentKeyId: string;
  /** A decimal string; absent: all that is left. */
  readonly amount: string | undefined;
};

type RefundPlan = {
  readonly keyId: string;
  readonly scenario: string;
  readonly manner: Manner;
  readonly part: PlannedPart;
  readonly body: Body;
};

/** Refunds at this merchant's provider have no reference of ours, and are sent one at a time. */
export const listKeyId = 'mk_test_refund_list';
/** Refunds above 100 EUR wait for a person, who never comes. */
export const heldKeyId = 'mk_test_refund_held';
/** Another project of the merchant of the first. */
const siblings: Readonly<Record<string, string>> = { mk_test_demo: 'mk_test_demo_b' };

/** Shares of what was paid; `rest` is all that is left. Those of one group are asked for at the same time. */
type Share = number | 'rest';
const groups: readonly (readonly Share[])[] = [
  ['rest'],
  ['rest'],
  [0.4],
  // Exactly the whole.
  [0.5, 0.5],
  [0.3, 'rest'],
  // More than was paid.
  ['rest', 'rest'],
  [0.4, 0.4, 0.4],
  [0.3, 0.3, 0.3, 0.3, 0.3],
];

/** Repeated by weight. */
const endingScenarios = [
  ...Array.from({ length: 6 }, () => 'success'),
  'decline',
  'error',
  ...Array.from({ length: 4 }, () => 'at_once'),
  'reset',
  'http_500',
  'garbage',
  'no_callback',
  'no_callback',
  'early_callback',
  'duplicate_callback',
  'unsigned_callback',
  'timeout_success',
  'timeout_decline',
  'refused',
  // Comes back after its success.
  'late_failure',
  'late_failure',
  'contradictory_callback',
] as const;
/** Where no refund waits for another one, some never end: nobody knows of them, or a person has to act at the provider. */
const scenarios = [...endingScenarios, 'timeout_lost', 'needs_attention'] as const;

const shareOfSiblings = 0.2;
const shareWithReason = 0.5;
const shareWithCallback = 0.5;
const reasons = ['requested_by_customer', 'duplicate', 'fraud', 'other'] as const;

/** Refunds of one payment that are asked for at the same time, at most `most`. */
export function planRefunds(
  random: Random,
  payment: RefundablePayment,
  { most, callbackUrl }: { readonly most: number; readonly callbackUrl: string },
): readonly RefundPlan[] {
  const paidCents = Math.round(payment.amount * 100);
  return random
    .pick(groups)
    .slice(0, most)
    .map((share): RefundPlan => {
      const amount = share === 'rest' ? undefined : (Math.floor(paidCents * share) / 100).toFixed(2);
      const isList = payment.keyId === listKeyId;
      const scenario = random.pick(isList ? endingScenarios : scenarios);
      const sibling = random.chance(shareOfSiblings) ? siblings[payment.keyId] : undefined;
      const body = {
        payment_reference: payment.reference,
        ...(amount !== undefined && { amount }),
        ...(random.chance(shareWithReason) && { reason: random.pick(reasons) }),
        ...(random.chance(shareWithCallback) && { callback_url: callbackUrl }),
        extra: { meta: { sandbox: scenario } },
      };
      const part = { payment: payment.reference, paymentKeyId: payment.keyId, amount };
      return { keyId: sibling ?? payment.keyId, scenario, manner: random.pick(refundManners), part, body };
    });
}
