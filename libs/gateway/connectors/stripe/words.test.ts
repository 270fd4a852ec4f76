import type Stripe from 'stripe';
import { expect, it } from 'vitest';
import type { ProviderOutcome } from '#domain/transaction/report';
import { errorCodes } from './error-codes.js';
import { cancellations, intentOutcomes } from './read-intent.js';
import { paymentStatuses, sessionOutcomes } from './read-session.js';
import { disputeStatuses } from './reversals.js';

/**
 * Goal: every word that the types of Stripe's published client name has a row. Method: the compiler, because a table that lacks one does
 * not satisfy its record. The types also allow words to come (`string & {}`), which are left out.
 */
type Literal<Word> = Word extends string ? (string extends Word ? never : Word) : never;
type Outcomes<Word> = Readonly<Record<Literal<Word>, ProviderOutcome>>;

it('each word of the types has a row, and no row is of another word', () => {
  const tables = [
    intentOutcomes satisfies Outcomes<Stripe.PaymentIntent.Status>,
    cancellations satisfies Outcomes<Stripe.PaymentIntent.CancellationReason>,
    sessionOutcomes satisfies Outcomes<Stripe.Checkout.Session.Status>,
    paymentStatuses satisfies Record<Literal<Stripe.Checkout.Session.PaymentStatus>, boolean>,
    disputeStatuses satisfies Record<Literal<Stripe.Dispute.Status>, string>,
    errorCodes satisfies Record<Literal<Stripe.PaymentIntent.LastPaymentError.Code>, string>,
  ];
  expect(tables.map((table) => Object.keys(table).length)).toEqual([7, 8, 3, 3, 8, 201]);
});

it('a table that lacks a row does not compile', () => {
  // @ts-expect-error: there are more.
  const short = { open: 'open' } satisfies Outcomes<Stripe.Checkout.Session.Status>;
  expect(short).toEqual({ open: 'open' });
});
