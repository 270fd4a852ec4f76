import { isUnposted } from '#domain/hosted-form';
import type { Transaction } from '#domain/registered-transaction';
import { isFinal, type Challenge } from '#domain/transaction';
import type { Instructed, Outcome } from '../languages/words.js';
import { asksCard } from './asks-card.js';
import { continueUrl } from './continue-url.js';
import { outcomeOf } from './outcome-of.js';
import { webUrl } from './web-url.js';

/** What a payment's page shows. */
export type View =
  | { readonly kind: 'form'; readonly asksCard: boolean }
  /** The same form where no card is taken any more: it can be cancelled. */
  | { readonly kind: 'stopped' }
  | { readonly kind: 'leaving'; readonly url: string }
  | { readonly kind: 'instructions'; readonly challenge: Instructions }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'ended'; readonly outcome: Outcome; readonly url: string | undefined };

export type Instructions = Extract<Challenge, { readonly type: Instructed }>;

/** `return`: where the provider sends the browser back to, which must not lead to the provider again. */
export type Place = 'page' | 'return';

/** The page of a payment follows from the books alone, so that a reload resumes where the customer was. */
export function chooseView(payment: ViewedPayment, place: Place, now: Date): View {
  const { status, challenge } = payment;
  if (isFinal(status)) {
    const outcome = outcomeOf({ ...payment, status });
    return { kind: 'ended', outcome, url: continueUrl(payment, outcome) };
  }
  if (isUnposted(payment)) {
    if (payment.payableUntil <= now) return { kind: 'waiting' };
    return { kind: 'form', asksCard: asksCard(payment) };
  }
  if (challenge === undefined || place === 'return') return { kind: 'waiting' };
  return viewOf(challenge);
}

type ViewedPayment = Pick<
  Transaction,
  | 'type'
  | 'style'
  | 'method'
  | 'status'
  | 'submitDueAt'
  | 'challenge'
  | 'errorCode'
  | 'errorDescription'
  | 'redirectUrl'
  | 'cancelUrl'
  | 'errorUrl'
  | 'payableUntil'
>;

function viewOf(challenge: Challenge): View {
  switch (challenge.type) {
    case 'redirect': {
      const url = webUrl(challenge.url);
      return url === undefined ? { kind: 'waiting' } : { kind: 'leaving', url };
    }
    case 'bank_code':
      return { kind: 'waiting' };
    case 'ussd':
    case 'bank_transfer_mexico':
    case 'qr':
    case 'multibanco':
    case 'voucher':
      return { kind: 'instructions', challenge };
  }
}
