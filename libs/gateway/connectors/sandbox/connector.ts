import type { CallbackReading, Connector, IncomingCallback, ProviderAccount } from '../connector.js';
import { chargeRequest } from './charge-request.js';
import { callSandbox } from './client.js';
import { readCharge } from './read-charge.js';
import { accountHeader, isSandboxCallbackSigned, signatureHeader } from './sandbox-signature.js';
import { transferRequest, translateTransfer } from './translate-transfer.js';
import { toEvidence, translateLookup, translateSubmit } from './translate.js';

/** Scenario `refused` (contract §10): a provider cannot refuse a connection itself, so we dial where nobody listens. */
const closedPort = 'http://127.0.0.1:9';

/** Reaches the simulated provider. Credentials of an account: `account`, `secret`. */
export const sandboxConnector: Connector = {
  name: 'sandbox',

  async submitPayment(order, account, limit) {
    const reachable = order.meta.sandbox === 'refused' ? { ...account, baseUrl: closedPort } : account;
    const call = { method: 'POST', path: '/charges', body: chargeRequest(order) } as const;
    return translateSubmit(await callSandbox(call, reachable, limit), order.providerReference);
  },

  async lookUp(providerReference, account, limit) {
    const call = { method: 'GET', path: chargePath(providerReference) } as const;
    return translateLookup(await callSandbox(call, account, limit), providerReference);
  },

  async cancel(providerReference, account, limit) {
    const call = { method: 'POST', path: `${chargePath(providerReference)}/abandon`, body: {} } as const;
    return translateLookup(await callSandbox(call, account, limit), providerReference);
  },

  async submitTransferDetails(providerReference, details, account, limit) {
    const path = `${chargePath(providerReference)}/transfer`;
    const call = { method: 'POST', path, body: transferRequest(details) } as const;
    return translateTransfer(await callSandbox(call, account, limit), providerReference);
  },

  readCallback(callback, accounts) {
    return readNotification(callback, accounts);
  },
};

function chargePath(providerReference: string): string {
  return `/charges/${encodeURIComponent(providerReference)}`;
}

function readNotification(
  { headers, rawBody }: IncomingCallback,
  accounts: readonly ProviderAccount[],
): CallbackReading {
  const body = parseObject(rawBody);
  const charge = readCharge(body);
  const eventId = body?.notification;
  if (charge === undefined || typeof eventId !== 'string' || eventId === '') return { kind: 'unreadable' };

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
    evidence: toEvidence(charge),
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
