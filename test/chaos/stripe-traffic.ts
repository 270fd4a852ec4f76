import type { Random } from '../fakes/seeded-random.js';
import { paymentBodies, canary, type Body } from './traffic-bodies.js';

/** What a card does at Stripe World: those numbers are Stripe's published test cards. */
export const stripeCards = {
  good: '4242424242424242',
  /** Paid, and refunded in the dashboard afterwards. */
  panel: '5555555555554444',
  declined: '4000000000000002',
  noFunds: '4000000000009995',
  lost: '4000000000009987',
  expired: '4000000000000069',
  wrongCvc: '4000000000000127',
  /** Paid, and disputed at once. */
  disputed: '4000000000000259',
  /** Paid, and its bank asks at once. */
  asked: '4000000000001976',
} as const;
export type StripeCard = keyof typeof stripeCards;

/** Repeated by weight. */
const cards: readonly StripeCard[] = [
  ...Array.from({ length: 11 }, () => 'good' as const),
  'panel',
  'declined',
  'declined',
  ...Array.from({ length: 3 }, () => 'noFunds' as const),
  'lost',
  'expired',
  'wrongCvc',
  'disputed',
  'disputed',
  'asked',
];

/** Cards whose payments nobody else gives back. */
export const refundableCards: readonly string[] = ['good', 'asked'] satisfies readonly StripeCard[];

/** A card payment, sent server to server. */
export function planStripePayment(random: Random): { readonly scenario: StripeCard; readonly body: Body } {
  const scenario = random.pick(cards);
  const card = {
    pan: stripeCards[scenario],
    exp_month: '12',
    exp_year: '2031',
    cvv: canary.cvv,
    holder_name: 'Ada Byron',
  };
  // One merchant pays at the sandbox all the same.
  return { scenario, body: { ...paymentBodies.card('', { sandbox: 'success' }), card } };
}
