import type { ListedRefund } from '#domain/refunds/find-own-refund';
import type { ProviderOutcome } from '#domain/transaction/report';
import { isSameMoney } from '#domain/values/money';
import { parseUrl } from '#domain/values/parse-url';
import type { ProviderAccount, RefundOrder } from '../connector.js';
import { isObject, text } from '../json-body.js';
import { readReversals } from './corrections.js';
import { currencyCode, decimal, readReason, type OrderReading } from './read-body.js';

/** The provider keeps no references of refunds at accounts whose name ends so. */
const forgetfulAccount = /_list$/;
/** The parameter of the callback's address that names a refund whose reference is not kept. */
const referenceParameter = 'refund';

export function keepsNoReference({ credentials }: ProviderAccount): boolean {
  return forgetfulAccount.test(credentials.account ?? '');
}

/** Our reasons in the provider's words. */
const motives: Readonly<Record<string, string>> = {
  requested_by_customer: 'CUSTOMER_WISH',
  duplicate: 'PAID_TWICE',
  fraud: 'FRAUD',
  other: 'OTHER',
};

/**
 * Body of `POST /refunds`. Where our reference is not kept it is sent for the witness of the simulation alone, and in the address
 * of the callback.
 */
export function refundRequest(order: RefundOrder, account: ProviderAccount): Record<string, unknown> {
  const { charge, meta, money, providerReference, reason } = order;
  const isForgotten = keepsNoReference(account);
  return {
    order: isForgotten ? undefined : providerReference,
    of: charge.providerReference,
    value: money.amount,
    iso: money.currency,
    motive: motiveOf(reason),
    memo: order.description,
    notify_url: isForgotten ? addressNaming(order) : order.callbackUrl,
    simulate: {
      scenario: meta.sandbox,
      delay_ms: meta.sandbox_delay_ms,
      witness: isForgotten ? providerReference : undefined,
    },
  };
}

function motiveOf(reason = ''): string | undefined {
  return Object.hasOwn(motives, reason) ? motives[reason] : undefined;
}

function addressNaming({ callbackUrl, providerReference }: RefundOrder): string {
  const url = parseUrl(callbackUrl);
  if (url === undefined) return callbackUrl;
  url.searchParams.set(referenceParameter, providerReference);
  return url.href;
}

/** Our reference in the target of a callback, path and query as on the request line. */
export function referenceIn(target: string): string | undefined {
  const [, query = ''] = /\?(.*)$/s.exec(target) ?? [];
  return text(new URLSearchParams(query).get(referenceParameter));
}

/** The provider's states that end a refund. Every other word, known or not, is `open`. */
export const refundOutcomes: Readonly<Record<string, Exclude<ProviderOutcome, 'open'>>> = {
  PAID_BACK: 'success',
  REFUSED: 'declined',
  FAULT: 'error',
  /** The money was sent and has come back: the payer does not have it. */
  BOUNCED: 'declined',
};

/** The state of a refund that waits for a person. */
const onHold = 'ON_HOLD';

/**
 * A refund as the sandbox provider describes it in answers and callbacks; undefined unless order and state are present and valid.
 * The amount is the amount paid back, which may differ from the amount requested. `reference`: ours, where it is not kept.
 */
export function readRefund(body: unknown, reference?: string): OrderReading | undefined {
  if (!isObject(body)) return undefined;
  const { state, iso, paid_back_value: paidBack } = body;
  const [providerId, order] = [text(body.refund), reference ?? text(body.order)];
  if (providerId === undefined || order === undefined || typeof state !== 'string') return undefined;
  if (typeof iso !== 'string' || !currencyCode.test(iso)) return undefined;
  const isPaidBack = typeof paidBack === 'string' && decimal.test(paidBack);
  if (!isPaidBack && (paidBack !== undefined || state === 'PAID_BACK')) return undefined;

  const outcome = Object.hasOwn(refundOutcomes, state) ? refundOutcomes[state] : undefined;
  const reason = readReason(state === 'BOUNCED' ? state : body.reason);
  return {
    report: {
      providerReference: order,
      outcome: outcome ?? 'open',
      providerId,
      ...(isPaidBack && { amount: paidBack, currency: iso }),
      ...(reason !== undefined && { reason }),
      ...(state === onHold && { awaitsApproval: true }),
    },
    retryElsewhere: false,
    nextStep: { kind: 'none' },
    reversals: readReversals(body.corrections, order),
  };
}

/** The answer to our own create call where our reference is not kept: it must be about this charge and this money. */
export function readOwnRefund({ charge, money, providerReference }: RefundOrder) {
  return (body: unknown): OrderReading | undefined => {
    if (!isObject(body) || body.of !== charge.providerReference) return undefined;
    const asked = { amount: text(body.value) ?? '', currency: text(body.iso) ?? '' };
    return isSameMoney(asked, money) ? readRefund(body, providerReference) : undefined;
  };
}

/** An entry of the list of a charge's refunds, and the record that it is. */
export type RefundEntry = ListedRefund & { readonly record: unknown };

/** The list of a charge's refunds; undefined unless every entry can be read. */
export function readRefundList(body: unknown, charge: string): readonly RefundEntry[] | undefined {
  if (!isObject(body) || body.of !== charge || !Array.isArray(body.refunds)) return undefined;
  const entries = body.refunds.flatMap((record) => readEntry(record) ?? []);
  return entries.length === body.refunds.length ? entries : undefined;
}

function readEntry(record: unknown): RefundEntry | undefined {
  if (!isObject(record)) return undefined;
  const { value, iso, opened_at: openedAt } = record;
  const providerId = text(record.refund);
  if (providerId === undefined || typeof value !== 'string' || !decimal.test(value)) return undefined;
  if (typeof iso !== 'string' || !currencyCode.test(iso)) return undefined;
  const madeAt = new Date(text(openedAt) ?? '');
  if (Number.isNaN(madeAt.getTime())) return undefined;
  return { providerId, money: { amount: value, currency: iso }, madeAt, record };
}
