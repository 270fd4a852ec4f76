import { anyText } from '#domain/configuration/connector-terms';
import type { SubmitResult } from '#domain/transaction/report';
import { translateBanks } from '../bank-list.js';
import type { Connector, PaymentCalls, PayoutCalls } from '../connector.js';
import { bankWords, bundledBanks } from './banks.js';
import { callSandbox, reachable } from './call-sandbox.js';
import { chargeRequest, readCharge } from './charges.js';
import { creditRequest, providerBank, readCredit } from './credits.js';
import { readNotification } from './read-notification.js';
import { refundCalls } from './refund-calls.js';
import { readStatement } from './statement.js';
import { nameRefusal, translateLookup, translateSubmit } from './translate-answers.js';
import { transferRequest, translateTransfer } from './translate-transfer.js';

const payment = {
  async submit(order, account, limit) {
    const call = { method: 'POST', path: '/charges', body: chargeRequest(order) } as const;
    const exchange = await callSandbox(call, reachable(order, account), limit);
    const result = translateSubmit(exchange, order.providerReference, readCharge);
    return nameRefusal(order.style, result);
  },

  async lookUp({ providerReference }, account, limit) {
    const call = { method: 'GET', path: chargePath(providerReference) } as const;
    return translateLookup(await callSandbox(call, account, limit), providerReference, readCharge);
  },

  async cancel({ providerReference }, account, limit) {
    const call = { method: 'POST', path: `${chargePath(providerReference)}/abandon`, body: {} } as const;
    return translateLookup(await callSandbox(call, account, limit), providerReference, readCharge);
  },
  cancelClosesUnseen: true,

  async submitTransferDetails(providerReference, details, account, limit) {
    const path = `${chargePath(providerReference)}/transfer`;
    const call = { method: 'POST', path, body: transferRequest(details) } as const;
    return translateTransfer(await callSandbox(call, account, limit), providerReference);
  },
} satisfies PaymentCalls;

const payout = {
  async submit(order, account, limit) {
    const bank = providerBank(order);
    if (bank.kind === 'missing') return declinedForBank(order.providerReference);
    const body = creditRequest(order, bank.kind === 'known' ? bank.code : undefined);
    const call = { method: 'POST', path: '/credits', body } as const;
    const exchange = await callSandbox(call, reachable(order, account), limit);
    return translateSubmit(exchange, order.providerReference, readCredit);
  },

  async lookUp({ providerReference }, account, limit) {
    const call = { method: 'GET', path: `/credits/${encodeURIComponent(providerReference)}` } as const;
    return translateLookup(await callSandbox(call, account, limit), providerReference, readCredit);
  },

  async listBanks(country, account, limit) {
    const call = { method: 'GET', path: `/banks?country=${encodeURIComponent(country)}` } as const;
    return translateBanks(await callSandbox(call, account, limit), country, bankWords);
  },

  bundledBanks,
} satisfies PayoutCalls;

/** The simulated provider, which can do everything. */
export const sandboxConnector = {
  methods: 'all',
  // Its amounts are decimal strings in major units.
  decimals: 'iso',
  challenges: ['redirect', 'ussd', 'bank_transfer_mexico', 'bank_code', 'qr', 'multibanco', 'voucher'],
  credentials: { account: anyText, secret: anyText },
  payment,
  payout,
  refund: refundCalls,
  readStatement,
  readCallback: readNotification,
} satisfies Connector;

/** The provider may use an unknown code for another bank: nothing is sent. */
function declinedForBank(providerReference: string): SubmitResult {
  const report = { providerReference, outcome: 'declined', cause: 'bankNotSupported' } as const;
  return { kind: 'declined', soft: false, report };
}

function chargePath(providerReference: string): string {
  return `/charges/${encodeURIComponent(providerReference)}`;
}
