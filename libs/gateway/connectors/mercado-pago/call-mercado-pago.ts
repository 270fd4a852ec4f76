import { createHash } from 'node:crypto';
import type { SubmitResult } from '#domain/transaction/report';
import { callProvider, urlBelow, type Exchange } from '../call-provider.js';
import type { CallLimit, ProviderAccount } from '../connector.js';
import { isObject, text } from '../json-body.js';

type MercadoPagoCall = {
  /** Path, and query if any, below the provider's base URL. */
  readonly path: string;
  /** For a call that changes something: its body, and its idempotency key. */
  readonly change?: {
    readonly method: 'POST' | 'PUT';
    readonly body: Readonly<Record<string, unknown>>;
    readonly idempotencyKey: string;
  };
};

/** Without it, a refund that is in process is answered with 400, and not listed. */
const rendersRefunds = { 'x-render-in-process-refunds': 'true' };

/** Makes one call with the account's access token, without retries. Never throws. */
export async function callMercadoPago(
  { path, change }: MercadoPagoCall,
  account: ProviderAccount,
  limit: CallLimit,
): Promise<Exchange> {
  const { access_token: accessToken } = account.credentials;
  if (accessToken === undefined) return { kind: 'neverSent', detail: 'credentials missing' };
  const url = urlBelow(account, path);
  if (!url) return { kind: 'neverSent', detail: 'base URL malformed' };
  const always = { authorization: `Bearer ${accessToken}`, ...rendersRefunds };
  if (!change) return callProvider({ method: 'GET', url, headers: always, body: '' }, limit);
  const { method, body, idempotencyKey } = change;
  const headers = { ...always, 'content-type': 'application/json', 'x-idempotency-key': idempotencyKey };
  return callProvider({ method, url, headers, body: JSON.stringify(body) }, limit);
}

/** The body of a successful answer. */
export function bodyOf(exchange: Exchange): unknown {
  const isDone = exchange.kind === 'answered' && (exchange.status === 200 || exchange.status === 201);
  return isDone ? exchange.body : undefined;
}

/** Whether an answer is a refusal in the provider's own form of an error, which repeats the status. */
function isRefusal(exchange: Exchange, status: number): boolean {
  if (exchange.kind !== 'answered' || exchange.status !== status || !isObject(exchange.body)) return false;
  return exchange.body.status === status && text(exchange.body.message) !== undefined;
}

/** The key is wrong or disabled: nothing can have been registered for this account. */
export function refusalOf(exchange: Exchange): SubmitResult | undefined {
  return isRefusal(exchange, 401) ? { kind: 'notSent', detail: 'status 401', error: 'failed' } : undefined;
}

/** An idempotency key has to be a UUID, and our references are longer than one. */
export function uuidOf(providerReference: string): string {
  const hex = createHash('sha256').update(providerReference).digest('hex');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}
