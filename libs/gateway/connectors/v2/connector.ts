import type { TextConstraint } from '#domain/configuration/connector-terms';
import type { TransactionType } from '#domain/transaction/status';
import { callbackSecretBytes, requestSecretBytes } from '../../signature/signing-secret.js';
import { translateBanks, type BankWords } from '../bank-list.js';
import type {
  CallLimit,
  Connector,
  PaymentCalls,
  PayoutCalls,
  ProviderAccount,
  RefundCalls,
} from '../connector.js';
import { callUpstream } from './call-upstream.js';
import { paymentRequest, payoutRequest, refundRequest } from './create-request.js';
import { readCallback } from './read-callback.js';
import { readStatement } from './statement.js';
import { translateLookup } from './translate-lookup.js';
import { translateRefund, translateSubmit } from './translate-submit.js';
import { transferRequest, translateTransfer } from './translate-transfer.js';

/** An upstream gateway cannot stop a payment: until the end of its own window it can be paid. */
const payment: PaymentCalls = {
  async submit(order, account, limit) {
    const call = { method: 'POST', path: '/v2/payment', body: paymentRequest(order) } as const;
    const { providerReference } = order;
    return translateSubmit(await callUpstream(call, account, limit), { type: 'payment', providerReference });
  },

  lookUp: ({ providerReference }, account, limit) => check('payment', providerReference, account, limit),

  async submitTransferDetails(providerReference, details, account, limit) {
    const path = '/v2/payment/challenge/bank-transfer-mexico';
    const call = { method: 'POST', path, body: transferRequest(providerReference, details) } as const;
    return translateTransfer(await callUpstream(call, account, limit));
  },
};

/** The banks of another gateway are known only by asking it. */
const payout: PayoutCalls = {
  async submit(order, account, limit) {
    const call = { method: 'POST', path: '/v2/payout', body: payoutRequest(order) } as const;
    const { providerReference } = order;
    return translateSubmit(await callUpstream(call, account, limit), { type: 'payout', providerReference });
  },

  lookUp: ({ providerReference }, account, limit) => check('payout', providerReference, account, limit),

  async listBanks(country, account, limit) {
    const path = `/v2/bank/africa?country_code=${encodeURIComponent(country)}`;
    return translateBanks(await callUpstream({ method: 'GET', path }, account, limit), country, bankWords);
  },
};

/** It keeps our reference, so that a refund whose answer was lost is found (contract §15.7). */
const refund: RefundCalls = {
  async submit(order, account, limit) {
    const call = { method: 'POST', path: '/v2/refund', body: refundRequest(order) } as const;
    return translateRefund(await callUpstream(call, account, limit), order.providerReference);
  },

  lookUp: ({ providerReference }, account, limit) => check('refund', providerReference, account, limit),
};

/** Specification §2.9. */
export const bankWords: BankWords = { rowsIn: (body) => body, name: 'name', code: 'code' };

const keyId: TextConstraint = {
  holds: (text) => /^[A-Za-z0-9_-]{3,64}$/.test(text),
  says: 'must be 3 to 64 of A-Z a-z 0-9 _ -',
};
const requestSecret: TextConstraint = {
  holds: doesNotThrow(requestSecretBytes),
  says: 'must be base64 of 32 bytes',
};
const callbackSecret: TextConstraint = {
  holds: doesNotThrow(callbackSecretBytes),
  says: 'must be whsec_ and base64 of 24 to 64 bytes',
};

/**
 * An upstream gateway that speaks the specification; we are one of its merchants, and our reference towards the provider is
 * its `reference`. A hosted payment is continued on its page, whatever the method asks for there.
 */
export const v2Connector = {
  methods: 'all',
  // Its amounts are decimal strings in major units.
  decimals: 'iso',
  challenges: ['redirect', 'ussd', 'bank_transfer_mexico', 'bank_code', 'qr', 'multibanco', 'voucher'],
  credentials: {
    key_id: keyId,
    secret: requestSecret,
    callback_key_id: keyId,
    callback_secret: callbackSecret,
  },
  payment,
  payout,
  refund,
  readStatement,
  readCallback,
} satisfies Connector;

function doesNotThrow(read: (text: string) => unknown): (text: string) => boolean {
  return (text) => {
    try {
      read(text);
      return true;
    } catch {
      return false;
    }
  };
}

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
