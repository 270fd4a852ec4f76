import { Agent, buildConnector, errors, type Dispatcher } from 'undici';
import { parseUrl } from '#domain/values/parse-url';
import type { UnknownCause } from '#domain/transaction/report';
import { tolerateAnswers } from '../http/tolerate-answers.js';
import { createProviderLookup } from '../names/provider-names.js';
import { readRetryAfter } from '../read-retry-after.js';
import type { CallLimit, NoAnswer, ProviderAccount } from './connector.js';
import { parseJson } from './json-body.js';

export type ProviderMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type ProviderCall = {
  readonly method: ProviderMethod;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty: none. */
  readonly body: string;
};

/**
 * The result of one call. `neverSent` only if no byte of it was written: no connection was made, or it was made too late;
 * after `broken` the provider may have the request. `body`: parsed JSON, undefined if it is not JSON. `retryAfterMs`: from
 * the provider's `Retry-After`.
 */
export type Exchange =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly body: unknown;
      readonly retryAfterMs?: number;
    }
  | { readonly kind: 'neverSent'; readonly detail: string }
  | { readonly kind: 'broken'; readonly cause: UnknownCause; readonly detail: string };

/** Shorter than any call limit, so that an unreachable provider is surely `neverSent`. */
const connectLimitMs = 3_000;
const connectionsMax = 128;
const answerBytesMax = 1024 * 1024;
/** Upper bound of `Retry-After`, so that a provider cannot postpone look-ups for ever. */
const patienceMaxMs = 3_600_000;

/** Failed to connect: not one byte of the request has left. DNS, TCP and TLS alike. */
class NeverConnected extends Error {
  override readonly name = 'NeverConnected';
}

const connect = buildConnector({ timeout: connectLimitMs, lookup: createProviderLookup() });

/** Keep-alive connections, no redirects, no retries; the call's own limit is the only other clock. */
const agent = new Agent({
  connections: connectionsMax,
  maxResponseSize: answerBytesMax,
  headersTimeout: 0,
  bodyTimeout: 0,
  connect(options, callback) {
    connect(options, (...[error, socket]) => {
      if (error !== null) return callback(new NeverConnected(errorCode(error)), null);
      tolerateAnswers(socket);
      callback(null, socket);
    });
  },
});

/** The detail of a call that got no connection in time: our own pool kept it waiting, not the provider. */
export const tooLateToBeSent = 'too late to be sent';

/** Nothing was written when its time was over. */
class TooLate extends Error {
  override readonly name = 'TooLate';
}

/** Written, and no whole answer came in time. */
class NotAnswered extends Error {
  override readonly name = 'NotAnswered';
}

/** The address of a path, with its query if any, below a provider's base URL; undefined if that is not a URL. */
export function urlBelow({ baseUrl }: ProviderAccount, path: string): URL | undefined {
  return parseUrl(`${baseUrl.replace(/\/$/, '')}${path}`);
}

/** One limit for several calls, each of which gets what is left of it. */
export function shared({ timeoutMs }: CallLimit): () => CallLimit {
  const startedAt = performance.now();
  return () => ({ timeoutMs: Math.max(1, timeoutMs - (performance.now() - startedAt)) });
}

/** Makes one call to a provider, without retries. Never throws. */
export async function callProvider(call: ProviderCall, limit: CallLimit): Promise<Exchange> {
  try {
    await limit.turn?.();
  } catch {
    return { kind: 'neverSent', detail: 'its rate leaves no turn' };
  }
  try {
    const { status, text, retryAfterMs } = await exchange(call, limit);
    const patience =
      retryAfterMs === undefined ? {} : { retryAfterMs: Math.min(retryAfterMs, patienceMaxMs) };
    return { kind: 'answered', status, body: parseJson(text), ...patience };
  } catch (error) {
    return describeFailure(error);
  }
}

/** An answer as it came. */
export type RawAnswer = {
  readonly status: number;
  readonly text: string;
  readonly retryAfterMs: number | undefined;
};

/**
 * One request and its answer; rejects without one. Whether it may still be sent is asked for the last time in the turn of the event loop
 * that writes it to its connection, however long it has waited for one.
 */
export function exchange(
  { method, url, headers, body }: ProviderCall,
  { timeoutMs, sendBy }: CallLimit,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let status = 0;
    let retryAfterMs: number | undefined;
    let started: Dispatcher.DispatchController | undefined;
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
      if (started) started.abort(new NotAnswered('no answer in time'));
      else reject(new TooLate(tooLateToBeSent));
    }, timeoutMs);
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    const request = {
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method,
      headers: { ...headers },
    };
    agent.dispatch(
      { ...request, body: body === '' ? null : body },
      {
        onRequestStart(controller) {
          if (isOver || sendBy?.isOver()) throw new TooLate(tooLateToBeSent);
          started = controller;
        },
        onResponseStart(_controller, code, answered) {
          status = code;
          retryAfterMs = readRetryAfter(answered['retry-after'], new Date());
        },
        onResponseData: (_controller, chunk) => void chunks.push(chunk),
        onResponseEnd() {
          clearTimeout(timer);
          resolve({ status, text: Buffer.concat(chunks).toString('utf8'), retryAfterMs });
        },
        onResponseError: (_controller, error) => fail(error),
      },
    );
  });
}

/** Anything not known to be harmless is `broken`. */
function describeFailure(error: unknown): Exchange {
  const detail = errorCode(error);
  if (error instanceof NeverConnected || error instanceof TooLate)
    return { kind: 'neverSent', detail: error.message };
  if (error instanceof NotAnswered) return { kind: 'broken', cause: 'timeout', detail: error.message };
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

/** The result of a look-up without a readable answer: nothing new is known. */
export function noAnswer(came: Exchange): NoAnswer {
  if (came.kind !== 'answered') {
    const cause = came.kind === 'broken' ? came.cause : 'communication';
    return { kind: 'noAnswer', cause, detail: came.detail };
  }
  const { retryAfterMs } = came;
  const patience = retryAfterMs === undefined ? {} : { retryAfterMs };
  return { kind: 'noAnswer', ...causeOf(came), ...patience };
}

/** An answer that came and does not say what it must: a part of it would hide money. */
export function unreadable(detail: string): NoAnswer {
  return { kind: 'noAnswer', cause: 'unreadable', detail };
}

/** A submit whose answer proves nothing. */
export function unknownBy({ status }: Extract<Exchange, { kind: 'answered' }>) {
  return { kind: 'unknown', ...causeOf({ status }) } as const;
}

function causeOf({ status }: { readonly status: number }) {
  const cause: UnknownCause = status >= 500 || status === 429 ? 'communication' : 'unreadable';
  return { cause, detail: `status ${status}` };
}
