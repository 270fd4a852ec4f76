import type { LookupResult, SubmitResult } from '#domain/transaction/report';
import { callProvider, urlBelow, type Exchange } from '../call-provider.js';
import type { CallLimit, ProviderAccount } from '../connector.js';
import { isObject, text } from '../json-body.js';
import { readLookUp, readSubmit, type MappedReport } from '../mapped-report.js';

type PaystackCall = {
  readonly method: 'GET' | 'POST';
  /** Path, and query if any, below the provider's base URL. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
};

/** Makes one call with the account's secret key, without retries. Never throws. */
export async function callPaystack(
  { method, path, body }: PaystackCall,
  account: ProviderAccount,
  limit: CallLimit,
): Promise<Exchange> {
  const { secret_key: secretKey } = account.credentials;
  if (secretKey === undefined) return { kind: 'neverSent', detail: 'credentials missing' };
  const url = urlBelow(account, path);
  if (!url) return { kind: 'neverSent', detail: 'base URL malformed' };
  const headers = { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' };
  return callProvider({ method, url, headers, body: body ? JSON.stringify(body) : '' }, limit);
}

/** `data` of a successful answer. */
export function dataOf(exchange: Exchange): unknown {
  if (exchange.kind !== 'answered' || (exchange.status !== 200 && exchange.status !== 201)) return undefined;
  return isObject(exchange.body) && exchange.body.status === true ? exchange.body.data : undefined;
}

/** The provider's error; undefined if the body does not have the documented form of one. */
function readFault(body: unknown): { readonly code: string; readonly message: string } | undefined {
  if (!isObject(body) || body.status !== false) return undefined;
  const message = text(body.message);
  return message === undefined ? undefined : { code: text(body.code) ?? '', message };
}

/**
 * Errors that prove that nothing was registered. Not among them: a known reference (its wording is not published), too many
 * requests, and every other refusal.
 */
const refusals: readonly {
  readonly status: number;
  readonly code?: string;
  readonly words?: RegExp;
  /**
   * `closed`: this account takes nothing now, but another route may. `misread`: the provider rejects our request as
   * malformed.
   */
  readonly meaning: 'closed' | 'misread';
}[] = [
  { status: 401, meaning: 'closed' },
  // The balance is that of our account there. The merchant's own funds are reserved, so the merchant is not to blame.
  { status: 400, words: /^your balance is not enough\b/i, meaning: 'closed' },
  { status: 400, code: 'missing_params', meaning: 'misread' },
];

/** The table of a call that moves money. */
export function translateSubmit(
  exchange: Exchange,
  providerReference: string,
  read: (data: unknown) => MappedReport | undefined,
): SubmitResult {
  const mapped = read(dataOf(exchange));
  return readSubmit(exchange, providerReference, { mapped, refusal: refusalOf(exchange, providerReference) });
}

function refusalOf(exchange: Exchange, providerReference: string): SubmitResult | undefined {
  if (exchange.kind !== 'answered') return undefined;
  const { status, body } = exchange;
  const fault = readFault(body);
  const refusal = refusals.find(
    ({ code, words, ...at }) =>
      fault &&
      at.status === status &&
      (code ?? fault.code) === fault.code &&
      (words?.test(fault.message) ?? true),
  );
  if (!refusal) return undefined;
  if (refusal.meaning === 'closed') return { kind: 'notSent', detail: `status ${status}`, error: 'failed' };
  const report = {
    providerReference,
    outcome: 'error',
    ...(refusal.code && { reason: refusal.code }),
  } as const;
  return { kind: 'final', report };
}

/** The message for an unknown reference; an unknown path has another one. */
const notFoundWords = /^(?:entity|transfer|transaction)\b[a-z ]* not found\b/i;

/** The table of a look-up. */
export function translateLookUp(
  exchange: Exchange,
  providerReference: string,
  read: (data: unknown) => MappedReport | undefined,
): LookupResult {
  const isMissing = exchange.kind === 'answered' && exchange.status === 404;
  const fault = isMissing ? readFault(exchange.body) : undefined;
  const isNotFound = fault !== undefined && notFoundWords.test(fault.message);
  return readLookUp(exchange, providerReference, { mapped: read(dataOf(exchange)), isNotFound });
}

/** A preparation has failed: no money can move. */
export function notPrepared(exchange: Exchange): Extract<SubmitResult, { kind: 'notSent' }> {
  if (exchange.kind !== 'answered') return { kind: 'notSent', detail: exchange.detail };
  const { status } = exchange;
  if (status >= 500) return { kind: 'notSent', detail: `status ${status}` };
  return { kind: 'notSent', detail: `status ${status}`, error: 'failed' };
}
