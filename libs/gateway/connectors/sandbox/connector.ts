import type { SubmitResult } from '#domain/transaction/report';
import type {
  CallbackReading,
  Connector,
  IncomingCallback,
  PayoutOrder,
  ProviderAccount,
} from '../connector.js';
import { bundledBanks } from './bundled-banks.js';
import { chargeRequest } from './charge-request.js';
import { callSandbox } from './client.js';
import { creditRequest, providerBank } from './credit-request.js';
import { translateBanks } from './read-banks.js';
import { nameRefusal } from './name-refusal.js';
import { readCredit } from './read-credit.js';
import { accountHeader, isSandboxCallbackSigned, signatureHeader } from './sandbox-signature.js';
import { transferRequest, translateTransfer } from './translate-transfer.js';
import { readChargeOrder, translateLookup, translateSubmit } from './translate.js';

/** Scenario `refused` (contract §10): a provider cannot refuse a connection itself, so we dial where nobody listens. */
const closedPort = 'http://127.0.0.1:9';

/** Reaches the simulated provider. Credentials of an account: `account`, `secret`. */
export const sandboxConnector: Connector = {
  name: 'sandbox',

  async submitPayment(order, account, limit) {
    const call = { method: 'POST', path: '/charges', body: chargeRequest(order) } as const;
    const exchange = await callSandbox(call, reachable(order, account), limit);
    const result = translateSubmit(exchange, order.providerReference, readChargeOrder);
    return nameRefusal(order.style, result);
  },

  async lookUp(providerReference, account, limit) {
    const call = { method: 'GET', path: chargePath(providerReference) } as const;
    return translateLookup(await callSandbox(call, account, limit), providerReference, readChargeOrder);
  },

  async cancel(providerReference, account, limit) {
    const call = { method: 'POST', path: `${chargePath(providerReference)}/abandon`, body: {} } as const;
    return translateLookup(await callSandbox(call, account, limit), providerReference, readChargeOrder);
  },

  async submitPayout(order, account, limit) {
    const bank = providerBank(order);
    if (bank.kind === 'missing') return declinedForBank(order.providerReference);
    const body = creditRequest(order, bank.kind === 'known' ? bank.code : undefined);
    const call = { method: 'POST', path: '/credits', body } as const;
    const exchange = await callSandbox(call, reachable(order, account), limit);
    return translateSubmit(exchange, order.providerReference, readCredit);
  },

  async lookUpPayout(providerReference, account, limit) {
    const call = { method: 'GET', path: `/credits/${encodeURIComponent(providerReference)}` } as const;
    return translateLookup(await callSandbox(call, account, limit), providerReference, readCredit);
  },

  async listBanks(country, account, limit) {
    const call = { method: 'GET', path: `/banks?country=${encodeURIComponent(country)}` } as const;
    return translateBanks(await callSandbox(call, account, limit), country);
  },

  bundledBanks,

  async submitTransferDetails(providerReference, details, account, limit) {
    const path = `${chargePath(providerReference)}/transfer`;
    const call = { method: 'POST', path, body: transferRequest(details) } as const;
    return translateTransfer(await callSandbox(call, account, limit), providerReference);
  },

  readCallback(callback, accounts) {
    return readNotification(callback, accounts);
  },
};

function reachable(
  { meta }: { readonly meta: PayoutOrder['meta'] },
  account: ProviderAccount,
): ProviderAccount {
  return meta.sandbox === 'refused' ? { ...account, baseUrl: closedPort } : account;
}

/** A code that the provider does not have could be another bank's to it: nothing is sent. */
function declinedForBank(providerReference: string): SubmitResult {
  const evidence = { providerReference, outcome: 'declined', cause: 'bankNotSupported' } as const;
  return { kind: 'declined', soft: false, evidence };
}

function chargePath(providerReference: string): string {
  return `/charges/${encodeURIComponent(providerReference)}`;
}

function readNotification(
  { headers, rawBody }: IncomingCallback,
  accounts: readonly ProviderAccount[],
): CallbackReading {
  const body = parseObject(rawBody);
  const order = readChargeOrder(body) ?? readCredit(body);
  const eventId = body?.notification;
  if (order === undefined || typeof eventId !== 'string' || eventId === '') return { kind: 'unreadable' };

  const accountId = headers[accountHeader];
  const signature = headers[signatureHeader];
  const mids = accounts
    .filter(({ credentials }) => credentials.account !== undefined && credentials.account === accountId)
    .filter(({ credentials }) => isSignedWith(credentials.secret, rawBody, signature))
    .map(({ mid }) => mid);
  return {
    kind: 'read',
    signature: mids.length > 0 ? 'right' : 'wrong',
    mids,
    eventId,
    evidence: order.evidence,
  };
}

function isSignedWith(
  secret: string | undefined,
  rawBody: Buffer,
  signature: string | string[] | undefined,
): boolean {
  if (secret === undefined || typeof signature !== 'string') return false;
  return isSandboxCallbackSigned(rawBody, signature, secret, new Date());
}

function parseObject(rawBody: Buffer): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(rawBody.toString('utf8'));
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : undefined;
  } catch {
    return undefined;
  }
}
