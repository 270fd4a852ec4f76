import type { JsonScalar } from '#domain/values/json';
import { writeJson } from '#domain/values/write-json';
import { callProvider, urlBelow, type Exchange } from '../call-provider.js';
import type { CallLimit, ProviderAccount } from '../connector.js';
import { accountHeader, signatureHeader, signSandboxRequest } from './sandbox-signature.js';

/** Scenario `refused` (contract §10): a provider cannot refuse a connection itself, so we dial a closed port. */
const closedPort = 'http://127.0.0.1:9';

type SandboxCall = {
  readonly method: 'GET' | 'POST';
  /** Path, and query if any, below the provider's base URL. */
  readonly path: string;
  readonly body?: unknown;
};

/** Makes one signed call, without retries. Never throws. */
export async function callSandbox(
  call: SandboxCall,
  account: ProviderAccount,
  limit: CallLimit,
): Promise<Exchange> {
  const { account: accountId, secret } = account.credentials;
  if (accountId === undefined || secret === undefined) {
    return { kind: 'neverSent', detail: 'credentials missing' };
  }
  const url = urlBelow(account, call.path);
  if (!url) return { kind: 'neverSent', detail: 'base URL malformed' };
  const { method } = call;
  const body = call.body === undefined ? '' : writeJson(call.body);
  const signed = { method, target: `${url.pathname}${url.search}`, body };
  const headers = {
    'content-type': 'application/json',
    [accountHeader]: accountId,
    [signatureHeader]: signSandboxRequest(signed, secret, new Date()),
  };
  return callProvider({ method, url, headers, body }, limit);
}

/** The account as an order's scenario lets it be reached. */
export function reachable(
  { meta }: { readonly meta: Readonly<Record<string, JsonScalar>> },
  account: ProviderAccount,
): ProviderAccount {
  return meta.sandbox === 'refused' ? { ...account, baseUrl: closedPort } : account;
}
