import type { TransactionType } from '#domain/transaction/status';
import type { CallLimit, Connector, ProviderAccount } from '../connector.js';
import { callUpstream } from './call-upstream.js';
import { paymentRequest } from './payment-request.js';
import { payoutRequest } from './payout-request.js';
import { readCallback } from './read-callback.js';
import { translateBanks } from './translate-banks.js';
import { translateLookup } from './translate-lookup.js';
import { translateSubmit } from './translate-submit.js';
import { transferRequest, translateTransfer } from './translate-transfer.js';

/**
 * Reaches an upstream gateway that speaks the specification, as one of its merchants: our reference towards the provider
 * is its `reference`. Credentials of an account: `key_id`, `secret`, `callback_key_id`, `callback_secret`.
 */
export const v2Connector: Connector = {
  name: 'v2',

  async submitPayment(order, account, limit) {
    const call = { method: 'POST', path: '/v2/payment', body: paymentRequest(order) } as const;
    const { providerReference } = order;
    return translateSubmit(await callUpstream(call, account, limit), { type: 'payment', providerReference });
  },

  lookUp: (providerReference, account, limit) => check('payment', providerReference, account, limit),

  /** The API has no way to stop a payment: its own window ends it, and until then it can be paid. */
  cancel: (providerReference, account, limit) => check('payment', providerReference, account, limit),

  async submitPayout(order, account, limit) {
    const call = { method: 'POST', path: '/v2/payout', body: payoutRequest(order) } as const;
    const { providerReference } = order;
    return translateSubmit(await callUpstream(call, account, limit), { type: 'payout', providerReference });
  },

  lookUpPayout: (providerReference, account, limit) => check('payout', providerReference, account, limit),

  async listBanks(country, account, limit) {
    const path = `/v2/bank/africa?country_code=${encodeURIComponent(country)}`;
    return translateBanks(await callUpstream({ method: 'GET', path }, account, limit), country);
  },

  /** What another gateway pays out to is known only by asking it. */
  bundledBanks: () => [],

  async submitTransferDetails(providerReference, details, account, limit) {
    const path = '/v2/payment/challenge/bank-transfer-mexico';
    const call = { method: 'POST', path, body: transferRequest(providerReference, details) } as const;
    return translateTransfer(await callUpstream(call, account, limit));
  },

  readCallback,
};

async function check(
  type: TransactionType,
  providerReference: string,
  account: ProviderAccount,
  limit: CallLimit,
) {
  const path = `/v2/${type}/${encodeURIComponent(providerReference)}`;
  const exchange = await callUpstream({ method: 'GET', path }, account, limit);
  return translateLookup(exchange, { type, providerReference });
}
