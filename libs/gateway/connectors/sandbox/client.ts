import { parseUrl } from '#domain/parse-url';
import { callProvider, type Exchange } from '../call-provider.js';
import type { CallLimit, ProviderAccount } from '../connector.js';
import { accountHeader, signatureHeader, signSandboxRequest } from './sandbox-signature.js';

export type SandboxCall = {
  readonly method: 'GET' | 'POST';
  /** Path, and query if any, below the provider's base URL. */
  readonly path: string;
  readonly body?: unknown;
};

export type SandboxExchange = Exchange;

/** Makes one signed call, once. Never throws. */
export async function callSandbox(
  call: SandboxCall,
  account: ProviderAccount,
  limit: CallLimit,
): Promise<SandboxExchange> {
  const { account: accountId, secret } = account.credentials;
  if (accountId === undefined || secret === undefined) {
    return { kind: 'neverSent', detail: 'credentials missing' };
  }
  const url = parseUrl(`${account.baseUrl.replace(/\/$/, '')}${call.path}`);
  if (!url) return { kind: 'neverSent', detail: 'base URL malformed' };
  const { method } = call;
  const body = call.body === undefined ? '' : JSON.stringify(call.body);
  const signed = { method, target: `${url.pathname}${url.search}`, body };
  const headers = {
    'content-type': 'application/json',
    [accountHeader]: accountId,
    [signatureHeader]: signSandboxRequest(signed, secret, new Date()),
  };
  return callProvider({ method, url, headers, body }, limit);
}
