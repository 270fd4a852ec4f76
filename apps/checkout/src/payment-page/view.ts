import type { Configuration } from '#domain/configuration/configuration';
import { finalErrors } from '#domain/errors/final-errors';
import { isAwaitingForm } from '#domain/transaction/state';
import { methodOf } from '#domain/methods/find-method';
import { parseUrl } from '#domain/values/parse-url';
import type { Transaction } from '#domain/transaction/transaction';
import { isFinal, type FinalStatus } from '#domain/transaction/status';
import type { Challenge } from '#domain/transaction/challenge';
import type { DeclineReason, Instructed, Lead, Outcome } from '../languages/words.js';

/** What a payment's page shows. */
export type View =
  | { readonly kind: 'form'; readonly asksCard: boolean; readonly leadsTo: Lead }
  /** The same form once no card is accepted any more: the payment can only be cancelled. */
  | { readonly kind: 'stopped' }
  | { readonly kind: 'leaving'; readonly url: string }
  | { readonly kind: 'instructions'; readonly challenge: Instructions }
  | { readonly kind: 'waiting' }
  | EndedView;

export type EndedView = {
  readonly kind: 'ended';
  readonly outcome: Outcome;
  /** Meaningful for a declined payment only. */
  readonly reason: DeclineReason;
  readonly url: string | undefined;
  /** It ended long ago: the customer has come back to look, and is not sent on. */
  readonly isPast: boolean;
  /** It expired, but the customer had what is needed to pay elsewhere: they may have paid, and the provider has not told us yet. */
  readonly mayBePaid: boolean;
};

export type Instructions = Extract<Challenge, { readonly type: Instructed }>;

/** `return`: the page after the provider's, which must not lead to the provider again. */
export type Place = 'page' | 'return';

/** Names what a page shows: its `data-state`, and what its script polls. */
export type PageState = 'form' | 'card' | 'stopped' | 'leaving' | 'instructions' | 'waiting' | Outcome;

type Form = Pick<Transaction, 'type' | 'style' | 'method' | 'status' | 'submitDueAt'>;
type MerchantUrls = Pick<Transaction, 'redirectUrl' | 'cancelUrl' | 'errorUrl'>;
type ViewedPayment = Form &
  MerchantUrls &
  Pick<Transaction, 'challenge' | 'errorCode' | 'errorDescription' | 'payableUntil' | 'finishedAt'>;

/** Hidden field of the card form. */
export const triesField = 'tries';

const pastAfterMs = 10 * 60_000;

/** Error code of the blocklist (contract §12). The page does not say whose rule it was. */
const blockedCode = 451;

/** What a payment's page shows now. Follows from the payment alone, unless its link accepts no card any more. */
export function currentView(
  configuration: Pick<Configuration, 'projects'>,
  payment: Transaction,
  place: Place,
  now = new Date(),
): View {
  return takesNoCard(configuration, payment) ? { kind: 'stopped' } : chooseView(payment, place, now);
}

/** Follows from the payment alone, so that a reload resumes where the customer was. */
export function chooseView(payment: ViewedPayment, place: Place, now: Date): View {
  const { status, challenge } = payment;
  if (isFinal(status)) {
    const outcome = outcomeOf({ ...payment, status });
    const url = continueUrl(payment, outcome);
    return {
      kind: 'ended',
      outcome,
      reason: declineReason(payment),
      url,
      isPast: isPast(payment, now),
      mayBePaid:
        outcome === 'expired' && challenge !== undefined && viewOf(challenge).kind === 'instructions',
    };
  }
  if (isAwaitingForm(payment)) {
    if (payment.payableUntil <= now) return { kind: 'waiting' };
    return { kind: 'form', asksCard: asksCard(payment), leadsTo: leadOf(payment) };
  }
  if (challenge === undefined || place === 'return') return { kind: 'waiting' };
  return viewOf(challenge);
}

export function pageState(view: View): PageState {
  if (view.kind === 'ended') return view.outcome;
  return view.kind === 'form' && view.asksCard ? 'card' : view.kind;
}

/** Whether the form of a payment's page asks for a card, by the catalogue. */
export function asksCard(payment: Form): boolean {
  return isAwaitingForm(payment) && methodOf(payment.type, payment.style, payment.method).cardForm === true;
}

/** Whether somebody seems to test cards on the link: more forms with mistakes were posted than the project allows. */
export function takesNoCard(
  { projects }: Pick<Configuration, 'projects'>,
  payment: Form & Pick<Transaction, 'project' | 'faultyForms'>,
): boolean {
  const most = projects[payment.project]?.risk?.faultyFormsMax;
  return most !== undefined && payment.faultyForms > most && asksCard(payment);
}

/**
 * The end of a payment as the customer sees it. The specification has no status for a cancelled payment: it is `declined`
 * with an error of its own.
 */
export function outcomeOf(
  payment: Pick<Transaction, 'errorCode' | 'errorDescription'> & { readonly status: FinalStatus },
): Outcome {
  const { code, description, status } = finalErrors.paymentCancelled;
  const isCancelled =
    payment.status === status && payment.errorCode === code && payment.errorDescription === description;
  return isCancelled ? 'cancelled' : payment.status;
}

/** The reason of a decline that the customer sees. The provider's own words are for the merchant. */
function declineReason({ errorCode, type, style, method }: ViewedPayment): DeclineReason {
  if (errorCode === blockedCode) return 'blocked';
  const { cardForm, carriesCard } = methodOf(type, style, method);
  return cardForm === true || carriesCard === true ? 'card' : 'other';
}

/**
 * Where the browser goes after the end (contract §10), exactly as the merchant wrote it: the URL of the request, or the
 * project's default. Undefined: our own page is the last one.
 */
export function continueUrl(urls: MerchantUrls, outcome: Outcome): string | undefined {
  return webUrl(urlFor(urls, outcome)) ?? webUrl(urls.redirectUrl);
}

function urlFor({ redirectUrl, cancelUrl, errorUrl }: MerchantUrls, outcome: Outcome): string | undefined {
  switch (outcome) {
    case 'success':
      return redirectUrl;
    case 'cancelled':
      return cancelUrl;
    case 'declined':
    case 'error':
    case 'expired':
      return errorUrl;
  }
}

/** The URL as written if a link may lead there: http or https, never `javascript:` and the like. */
export function webUrl(url: string | undefined): string | undefined {
  if (url === undefined || !/^https?:\/\//i.test(url)) return undefined;
  return parseUrl(url) ? url : undefined;
}

function isPast({ finishedAt }: ViewedPayment, now: Date): boolean {
  return finishedAt !== undefined && now.getTime() - finishedAt.getTime() > pastAfterMs;
}

/** The deadline of what is paid later and elsewhere, an instant or a date in ISO 8601; undefined: it is not kept, or has none. */
export function keptUntil(challenge: Instructions, payableUntil: Date): string | undefined {
  if (challenge.type === 'multibanco') return payableUntil.toISOString();
  if (challenge.type !== 'voucher' || Number.isNaN(Date.parse(challenge.payBy))) return undefined;
  return challenge.payBy;
}

/** The usual next step, by the catalogue. */
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
