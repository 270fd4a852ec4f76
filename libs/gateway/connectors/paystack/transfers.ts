import { beneficiaryName } from '#domain/values/holder-name';
import type { PrepareResult, SubmitResult } from '#domain/transaction/report';
import { noAnswer, shared } from '../call-provider.js';
import type { PayoutCalls, PayoutOrder } from '../connector.js';
import { isObject, text } from '../json-body.js';
import { listBanks, recipientTypes } from './banks.js';
import { callPaystack, dataOf, notPrepared, translateLookUp, translateSubmit } from './call-paystack.js';
import { minorUnits, readTransfer } from './read-report.js';

/** Maximum length of the text that a beneficiary sees; longer texts are cut. */
const narrationMax = 100;

/** Money is sent to a recipient, which is created first; the same account always gives the same recipient. */
export const transfers: PayoutCalls = {
  async prepare(order, account, limit) {
    const body = recipientRequest(order);
    if (typeof body === 'string') return notOrdered(body);
    const exchange = await callPaystack({ method: 'POST', path: '/transferrecipient', body }, account, limit);
    const recipient = dataOf(exchange);
    const code = isObject(recipient) ? text(recipient.recipient_code) : undefined;
    return code === undefined ? notPrepared(exchange) : { kind: 'prepared', prepared: code };
  },

  async submit(order, account, limit): Promise<SubmitResult> {
    const { providerReference, prepared, money, description } = order;
    const amount = minorUnits(money);
    if (prepared === undefined) return notOrdered('no recipient');
    if (amount === undefined) return notOrdered(`no such amount in ${money.currency}`);
    const body = {
      source: 'balance',
      amount,
      currency: money.currency,
      recipient: prepared,
      reference: providerReference,
      ...(description !== undefined && { reason: [...description].slice(0, narrationMax).join('') }),
    };
    const exchange = await callPaystack({ method: 'POST', path: '/transfer', body }, account, limit);
    return translateSubmit(exchange, providerReference, readTransfer);
  },

  async lookUp({ providerReference, providerId }, account, limit) {
    const rest = shared(limit);
    const ask = async (path: string) =>
      translateLookUp(
        await callPaystack({ method: 'GET', path }, account, rest()),
        providerReference,
        readTransfer,
      );
    const answer = await ask(`/transfer/verify/${encodeURIComponent(providerReference)}`);
    // The provider has returned this recipient before, so it must know it.
    if (answer.kind !== 'notFound' || providerId === undefined) return answer;
    return ask(`/transfer/${encodeURIComponent(providerId)}`);
  },

  listBanks,

  async resolveAccount({ requisites, bankCode }, account, limit) {
    const query = new URLSearchParams({
      account_number: requisites.account_number ?? '',
      bank_code: bankCode ?? '',
    });
    const exchange = await callPaystack(
      { method: 'GET', path: `/bank/resolve?${query.toString()}` },
      account,
      limit,
    );
    const found = dataOf(exchange);
    const name = isObject(found) ? text(found.account_name) : undefined;
    return name === undefined ? noAnswer(exchange) : { kind: 'resolved', name };
  },
};

/** The order's body, or what is missing for it. Holds personal data: never to be logged. */
function recipientRequest({
  money,
  customer,
  requisites,
  bankCode,
}: PayoutOrder): Readonly<Record<string, unknown>> | string {
  const type = Object.hasOwn(recipientTypes, money.currency) ? recipientTypes[money.currency] : undefined;
  const { account_number: accountNumber } = requisites;
  const name = beneficiaryName(requisites, customer);
  if (type === undefined) return `no transfers in ${money.currency}`;
  if (accountNumber === undefined) return 'account_number is missing';
  if (bankCode === undefined) return 'bank_code is missing';
  if (name === '') return 'the name of the beneficiary is missing';
  return { type, name, account_number: accountNumber, bank_code: bankCode, currency: money.currency };
}

/** An order that the provider's request cannot express; `requires` in the configuration prevents it earlier. */
function notOrdered(detail: string): Extract<PrepareResult, { kind: 'notSent' }> {
  return { kind: 'notSent', detail, error: 'failed' };
}
