import { Agent, buildConnector, errors, request } from 'undici';
import type { UnknownCause } from '#domain/provider-result';
import type { CallLimit } from './connector.js';

export type ProviderCall = {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty: none. */
  readonly body: string;
};

/**
 * What came of one call. `neverSent` only when no connection for it was ever made; `broken` says nothing about
 * whether the provider has the request. `body` is undefined when it is no JSON.
 */
export type Exchange =
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'neverSent'; readonly detail: string }
  | { readonly kind: 'broken'; readonly cause: UnknownCause; readonly detail: string };

/** Shorter than any call limit, so that an unreachable provider is surely `neverSent`. */
const connectLimitMs = 3_000;
const connectionsMax = 128;
const answerBytesMax = 1024 * 1024;

/** Failed to connect: not one byte of the request has left. DNS, TCP and TLS alike. */
class NeverConnected extends Error {
  override readonly name = 'NeverConnected';
}

const connect = buildConnector({ timeout: connectLimitMs });

/** Keep-alive connections, no redirects, no retries; the call's own limit is the only other clock. */
const agent = new Agent({
  connections: connectionsMax,
  maxResponseSize: answerBytesMax,
  headersTimeout: 0,
  bodyTimeout: 0,
  connect(options, callback) {
    connect(options, (...[error, socket]) => {
      if (error !== null) callback(new NeverConnected(errorCode(error)), null);
      else callback(null, socket);
    });
  },
});

/** Makes one call to a provider, once. Never throws. */
export async function callProvider(call: ProviderCall, limit: CallLimit): Promise<Exchange> {
  try {
    const response = await request(call.url, {
      method: call.method,
      dispatcher: agent,
      signal: AbortSignal.timeout(limit.timeoutMs),
      headers: { ...call.headers },
      body: call.body === '' ? null : call.body,
    });
    return { kind: 'answered', status: response.statusCode, body: parseJson(await response.body.text()) };
  } catch (error) {
    return describeFailure(error);
  }
}

/** Anything not known to be harmless is `broken`. */
function describeFailure(error: unknown): Exchange {
  const detail = errorCode(error);
  if (error instanceof NeverConnected) return { kind: 'neverSent', detail: error.message };
  if (error instanceof Error && error.name === 'TimeoutError') {
    return { kind: 'broken', cause: 'timeout', detail: 'no answer in time' };
  }
  if (error instanceof errors.HTTPParserError || error instanceof errors.ResponseExceededMaxSizeError) {
    return { kind: 'broken', cause: 'unreadable', detail };
  }
  return { kind: 'broken', cause: 'communication', detail };
}

/** A code says what happened without repeating anything that was sent. */
function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
