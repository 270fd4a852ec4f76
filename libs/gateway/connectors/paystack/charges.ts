import { methodOf } from '#domain/methods/find-method';
import type { Challenge } from '#domain/transaction/challenge';
import type { SubmitResult } from '#domain/transaction/report';
import { shared } from '../call-provider.js';
import type { PaymentCalls, PaymentOrder } from '../connector.js';
import { isObject, shownText, webUrl } from '../json-body.js';
import type { MappedReport } from '../mapped-report.js';
import { callPaystack, dataOf, notPrepared, translateLookUp, translateSubmit } from './call-paystack.js';
import { minorUnits, readTransaction } from './read-report.js';
import { findReversals, wasPaid } from './reversals.js';

/** The banks whose customers can dial, by the provider's code; the first is the default. */
const ussdTypes = ['737', '919', '822', '966'] as const;

/**
 * A card is entered on the provider's page. Creating the page moves no money until a customer opens it: `prepare` creates
 * it, `submit` publishes its address. A card in the merchant's request is never passed on. A payment cannot be stopped;
 * the session time-out of the integration ends it.
 */
export const charges: PaymentCalls = {
  async prepare(order, account, limit) {
    if (isDialled(order)) return { kind: 'prepared' };
    const common = commonRequest(order);
    if (typeof common === 'string') return { kind: 'notSent', detail: common, error: 'failed' };
    const body = { ...common, channels: ['card'], callback_url: order.returnUrl };
    const exchange = await callPaystack(
      { method: 'POST', path: '/transaction/initialize', body },
      account,
      limit,
    );
    const page = dataOf(exchange);
    const url =
      isObject(page) && page.reference === order.providerReference
        ? webUrl(page.authorization_url)
        : undefined;
    return url === undefined ? notPrepared(exchange) : { kind: 'prepared', prepared: url };
  },

  async submit(order, account, limit): Promise<SubmitResult> {
    const { providerReference, prepared, channelCode } = order;
    if (!isDialled(order)) {
      if (prepared === undefined) return { kind: 'notSent', detail: 'no payment page', error: 'failed' };
      return { kind: 'accepted', challenge: redirectTo(prepared) };
    }
    const common = commonRequest(order);
    if (typeof common === 'string') return { kind: 'notSent', detail: common, error: 'failed' };
    const type = ussdTypes.find((known) => known === channelCode) ?? ussdTypes[0];
    const body = { ...common, ussd: { type } };
    const exchange = await callPaystack({ method: 'POST', path: '/charge', body }, account, limit);
    return translateSubmit(
      exchange,
      providerReference,
      (data) => readCode(data, order) ?? readTransaction(data),
    );
  },

  async lookUp({ providerReference, prepared }, account, limit) {
    const rest = shared(limit);
    const path = `/transaction/verify/${encodeURIComponent(providerReference)}`;
    const exchange = await callPaystack({ method: 'GET', path }, account, rest());
    const found = translateLookUp(exchange, providerReference, (data) => {
      const mapped = readTransaction(data);
      const isPayable = prepared !== undefined && mapped?.report.outcome === 'open' && !wasPaid(data);
      return isPayable ? { ...mapped, challenge: redirectTo(prepared) } : mapped;
    });
    if (found.kind !== 'found') return found;
    const { rows, isTold, missing } = await findReversals(dataOf(exchange), { account, limit: rest });
    // A success does not wait for the lists; without them, a payment whose money is gone is no answer.
    if (missing && found.report.outcome !== 'success') return missing;
    return { ...found, ...(isTold && { reversals: rows }), ...(missing && { isMoneyUnread: true }) };
  },
};

/** Paid by a dialled code instead of a page. */
function isDialled({ style, method }: PaymentOrder): boolean {
  return methodOf('payment', style, method).challenges.includes('ussd');
}

/** The order's body, or what is missing for it. Holds personal data: never to be logged. */
function commonRequest({
  providerReference,
  money,
  customer: { email },
}: PaymentOrder): Readonly<Record<string, unknown>> | string {
  const amount = minorUnits(money);
  if (email === undefined) return 'customer.email is missing';
  if (amount === undefined) return `no such amount in ${money.currency}`;
  return { email, amount, currency: money.currency, reference: providerReference };
}

/** The answer to a charge that the customer pays by dialling; it names no amount, because nothing was paid. */
function readCode(data: unknown, { providerReference }: PaymentOrder): MappedReport | undefined {
  if (!isObject(data) || data.status !== 'pay_offline' || data.reference !== providerReference)
    return undefined;
  const code = shownText(data.ussd_code);
  if (code === undefined) return undefined;
  return {
    isMapped: true,
    report: { providerReference, outcome: 'open' },
    challenge: { type: 'ussd', code },
  };
}

function redirectTo(url: string): Challenge {
  return { type: 'redirect', url };
}
