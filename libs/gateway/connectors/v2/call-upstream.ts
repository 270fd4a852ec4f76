import { signRequest } from '../../signature/request-signature.js';
import { callProvider, urlBelow, type Exchange } from '../call-provider.js';
import type { CallLimit, ProviderAccount } from '../connector.js';

export type UpstreamCall = {
  readonly method: 'GET' | 'POST';
  /** Path, and query if any, below the upstream gateway's base URL. */
  readonly path: string;
  /** JSON text; absent on GET. */
  readonly body?: string;
};

/** Makes one call, signed by contract §2, without retries. Never throws. */
export async function callUpstream(
  { method, path, body = '' }: UpstreamCall,
  account: ProviderAccount,
  limit: CallLimit,
): Promise<Exchange> {
  const { key_id: keyId, secret } = account.credentials;
  if (keyId === undefined || secret === undefined)
    return { kind: 'neverSent', detail: 'credentials missing' };
  const url = urlBelow(account, path);
  if (!url) return { kind: 'neverSent', detail: 'base URL malformed' };
  const target = `${url.pathname}${url.search}`;
  const headers = sign({ method, path: target, host: url.host, date: new Date(), body, keyId, secret });
  if (!headers) return { kind: 'neverSent', detail: 'credentials malformed' };
  return callProvider({ method, url, headers, body }, limit);
}

function sign(request: Parameters<typeof signRequest>[0]): ReturnType<typeof signRequest> | undefined {
  try {
    return signRequest(request);
  } catch {
    return undefined;
  }
}
