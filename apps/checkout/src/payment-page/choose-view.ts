import { isUnposted } from '#domain/transaction/state';
import { methodOf } from '#domain/methods/find-method';
import type { Transaction } from '#domain/transaction/transaction';
import { isFinal } from '#domain/transaction/status';
import type { Challenge } from '#domain/transaction/challenge';
import type { DeclineReason, Instructed, Lead, Outcome } from '../languages/words.js';
import { asksCard } from './asks-card.js';
import { continueUrl } from './continue-url.js';
import { declineReason } from './decline-reason.js';
import { outcomeOf } from './outcome-of.js';
import { webUrl } from './web-url.js';

/** What a payment's page shows. */
export type View =
  | { readonly kind: 'form'; readonly asksCard: boolean; readonly leadsTo: Lead }
  /** The same form where no card is taken any more: it can be cancelled. */
  | { readonly kind: 'stopped' }
  | { readonly kind: 'leaving'; readonly url: string }
  | { readonly kind: 'instructions'; readonly challenge: Instructions }
  | { readonly kind: 'waiting' }
  | EndedView;

export type EndedView = {
  readonly kind: 'ended';
  readonly outcome: Outcome;
  /** Only of a declined payment. */
  readonly reason: DeclineReason;
  readonly url: string | undefined;
  /** It ended long before it is looked at now: the customer has come back to see, and is not sent on. */
  readonly isPast: boolean;
};

export type Instructions = Extract<Challenge, { readonly type: Instructed }>;

/** `return`: where the provider sends the browser back to, which must not lead to the provider again. */
export type Place = 'page' | 'return';

const pastAfterMs = 10 * 60_000;

/** The page of a payment follows from the books alone, so that a reload resumes where the customer was. */
export function chooseView(payment: ViewedPayment, place: Place, now: Date): View {
  const { status, challenge } = payment;
  if (isFinal(status)) {
    const outcome = outcomeOf({ ...payment, status });
    const url = continueUrl(payment, outcome);
    return { kind: 'ended', outcome, reason: declineReason(payment), url, isPast: isPast(payment, now) };
  }
  if (isUnposted(payment)) {
    if (payment.payableUntil <= now) return { kind: 'waiting' };
    return { kind: 'form', asksCard: asksCard(payment), leadsTo: leadOf(payment) };
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
  | 'finishedAt'
>;

function isPast({ finishedAt }: ViewedPayment, now: Date): boolean {
  return finishedAt !== undefined && now.getTime() - finishedAt.getTime() > pastAfterMs;
}

/** What usually comes next, by the catalogue. */
function leadOf({ type, style, method }: ViewedPayment): Lead {
  const [first] = methodOf(type, style, method).challenges;
  return first === undefined || first === 'bank_code' ? 'redirect' : first;
}

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
