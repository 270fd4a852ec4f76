import { findOwnRefund } from '#domain/refunds/find-own-refund';
import type { LookupResult, SubmitResult } from '#domain/transaction/report';
import { noAnswer, unreadable, type Exchange } from '../call-provider.js';
import type { CallLimit, ProviderAccount, RefundCalls, RefundHandle } from '../connector.js';
import { callSandbox, reachable } from './call-sandbox.js';
import { readFault, type ReadOrder } from './read-body.js';
import { keepsNoReference, readOwnRefund, readRefund, readRefundList, refundRequest } from './refunds.js';
import { foundBy, translateLookup, translateSubmit } from './translate-answers.js';

/** Refunds at the simulated provider, by our reference or, at accounts that keep none, by its id and its list. */
export const refundCalls = {
  // It makes one refund of a payment by MB WAY, whole or in part.
  terms: { mbway: { possible: true, days: 365, parts: 'one' } },
  keepsNoReference,

  async submit(order, account, limit) {
    const call = { method: 'POST', path: '/refunds', body: refundRequest(order, account) } as const;
    const exchange = await callSandbox(call, reachable(order, account), limit);
    const read = keepsNoReference(account) ? readOwnRefund(order) : readRefund;
    return translateRefund(exchange, order.providerReference, read);
  },

  async lookUp(refund, account, limit) {
    const { providerReference, providerId } = refund;
    if (!keepsNoReference(account)) {
      const exchange = await callSandbox(refundCall(providerReference), account, limit);
      return translateLookup(exchange, providerReference, readRefund);
    }
    if (providerId === undefined) return lookUpInList(refund, account, limit);
    const exchange = await callSandbox(refundCall(providerId), account, limit);
    return translateLookup(exchange, providerReference, (body) => {
      const reading = readRefund(body, providerReference);
      return reading?.report.providerId === providerId ? reading : undefined;
    });
  },
} satisfies RefundCalls;

function refundCall(key: string) {
  return { method: 'GET', path: `/refunds/${encodeURIComponent(key)}` } as const;
}

/** The list rule of contract §15.4. Only a list of this charge says that the refund is not there. */
async function lookUpInList(
  refund: RefundHandle,
  account: ProviderAccount,
  limit: CallLimit,
): Promise<LookupResult> {
  const { charge, providerReference } = refund;
  const path = `/charges/${encodeURIComponent(charge.providerReference)}/refunds`;
  const exchange = await callSandbox({ method: 'GET', path }, account, limit);
  const isListed = exchange.kind === 'answered' && exchange.status === 200;
  const entries = isListed ? readRefundList(exchange.body, charge.providerReference) : undefined;
  if (entries === undefined) return noAnswer(exchange);
  const found = findOwnRefund(entries, refund);
  if (found.kind === 'notFound') return found;
  const reading = found.kind === 'found' ? readRefund(found.entry.record, providerReference) : undefined;
  if (reading !== undefined) return foundBy(reading);
  const detail = found.kind === 'several' ? 'several refunds could be this one' : 'unreadable refund';
  return unreadable(detail);
}

/** Faults with which the provider refuses a refund for good: it certainly has none under this reference. */
export const refundRefusals: readonly string[] = [
  'UNKNOWN_CHARGE',
  'NOT_CAPTURED',
  'OTHER_CURRENCY',
  'ONLY_WHOLE',
  'ONE_REFUND_ONLY',
  'MORE_THAN_LEFT',
];

/** The table of the create call of refunds: its own refusals, else that of every order. */
export function translateRefund(
  exchange: Exchange,
  providerReference: string,
  readOrder: ReadOrder,
): SubmitResult {
  const fault =
    exchange.kind === 'answered' && exchange.status === 409 ? readFault(exchange.body) : undefined;
  if (fault === undefined || !refundRefusals.includes(fault))
    return translateSubmit(exchange, providerReference, readOrder);
  const report = { providerReference, outcome: 'declined', reason: fault } as const;
  return { kind: 'declined', soft: false, report };
}
