import type { Configuration } from '#domain/configuration';
import { finalErrors } from '#domain/errors/final-errors';
import { isUnposted } from '#domain/transaction/state';
import { methodOf } from '#domain/methods/find-method';
import { parseUrl } from '#domain/parse-url';
import type { Transaction } from '#domain/transaction/transaction';
import { isFinal, type FinalStatus } from '#domain/transaction/status';
import type { Challenge } from '#domain/transaction/challenge';
import type { DeclineReason, Instructed, Lead, Outcome } from '../languages/words.js';

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

/** One word for what a page shows: `data-state` of the page, and what its script asks for. */
export type PageState = 'form' | 'card' | 'stopped' | 'leaving' | 'instructions' | 'waiting' | Outcome;

type Form = Pick<Transaction, 'type' | 'style' | 'method' | 'status' | 'submitDueAt'>;
type MerchantUrls = Pick<Transaction, 'redirectUrl' | 'cancelUrl' | 'errorUrl'>;
type ViewedPayment = Form &
  MerchantUrls &
  Pick<Transaction, 'challenge' | 'errorCode' | 'errorDescription' | 'payableUntil' | 'finishedAt'>;

const pastAfterMs = 10 * 60_000;

/** Error of the blocklist (contract §12): whose rule it was is not the customer's to know. */
const blockedCode = 451;

/** What a payment's page shows now: what follows from its record, unless its link takes no card any more. */
export function currentView(
  configuration: Pick<Configuration, 'projects'>,
  payment: Transaction,
  place: Place,
  now = new Date(),
): View {
  return takesNoCard(configuration, payment) ? { kind: 'stopped' } : chooseView(payment, place, now);
}

/** The page of a payment follows from its record alone, so that a reload resumes where the customer was. */
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

export function pageState(view: View): PageState {
  if (view.kind === 'ended') return view.outcome;
  return view.kind === 'form' && view.asksCard ? 'card' : view.kind;
}

/** Whether the form of a payment's page has a card to fill in; the catalogue says so. */
export function asksCard(payment: Form): boolean {
  return isUnposted(payment) && methodOf(payment.type, payment.style, payment.method).cardForm === true;
}

/** Whether somebody seems to guess cards on the payment's link: more faulty forms were posted than its project allows. */
export function takesNoCard(
  { projects }: Pick<Configuration, 'projects'>,
  payment: Form & Pick<Transaction, 'project' | 'faultyForms'>,
): boolean {
  const most = projects[payment.project]?.risk?.faultyFormsMax;
  return most !== undefined && payment.faultyForms > most && asksCard(payment);
}

/**
 * A final payment as the customer sees it. Cancelled is no status of the specification: it is `declined` with an error
 * of its own.
 */
export function outcomeOf(
  payment: Pick<Transaction, 'errorCode' | 'errorDescription'> & { readonly status: FinalStatus },
): Outcome {
  const { code, description, status } = finalErrors.paymentCancelled;
  const isCancelled =
    payment.status === status && payment.errorCode === code && payment.errorDescription === description;
  return isCancelled ? 'cancelled' : payment.status;
}

/** Why a payment was declined, as the customer is told. The provider's own words are for the merchant. */
function declineReason({ errorCode, type, style, method }: ViewedPayment): DeclineReason {
  if (errorCode === blockedCode) return 'blocked';
  const { cardForm, carriesCard } = methodOf(type, style, method);
  return cardForm === true || carriesCard === true ? 'card' : 'other';
}

/**
 * Where the browser goes after the end (contract §10), exactly as the merchant wrote it; the columns hold the
 * request's own URL or the project's default. Nothing: our own page is the last one.
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

/** The URL as written when a link may lead there: http or https, and never `javascript:` and the like. */
export function webUrl(url: string | undefined): string | undefined {
  if (url === undefined || !/^https?:\/\//i.test(url)) return undefined;
  return parseUrl(url) ? url : undefined;
}

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
