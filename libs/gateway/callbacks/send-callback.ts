import { isIP } from 'node:net';
import { errors } from 'undici';
import type { CallbackTarget } from '#domain/configuration/configuration';
import { beforeAbort, createMerchantNames, type Asker, type ResolveHost } from '../names/merchant-names.js';
import { readRetryAfter } from '../read-retry-after.js';
import { signCallback } from '../signature/callback-signature.js';
import type { SigningKey } from '../signature/signing-secret.js';
import { isAllowedAddress } from './address-policy.js';
import { createConnections, NeverConnected, type NoConnectionReason } from './connections.js';
import type { DeliveryError } from '#domain/wire/callbacks';
import { matchTargets } from './target-policy.js';

export type CallbackAttempt = {
  readonly url: string;
  /** Whose share of the concurrent look-ups and connections it uses. */
  readonly merchant: string;
  /** Serialised once per event; the same bytes on every attempt. */
  readonly body: Buffer;
  readonly eventId: string;
  /** The active callback key first, then those that are being rotated out. */
  readonly keys: readonly SigningKey[];
  /** The project's allow-list as it is now. */
  readonly targets: readonly CallbackTarget[];
  /** The instant in `Date` and `webhook-timestamp`. */
  readonly date: Date;
  /** Limit of the whole attempt, from the name look-up to the end of the answer. */
  readonly timeoutMs: number;
};

/** `refusedTarget`: no connection was opened. Latency is the time until the status line, or until the attempt was given up. */
export type CallbackResult =
  | {
      readonly kind: 'answered';
      readonly httpStatus: number;
      readonly retryAfterSeconds?: number;
      readonly latencyMs: number;
    }
  | { readonly kind: 'refusedTarget' }
  | { readonly kind: 'noAnswer'; readonly reason: NoAnswerReason; readonly latencyMs: number };

/** `reset`: cut or unreadable after the connection was open. `too_large`: the head of the answer exceeded the limit. */
type NoAnswerReason = NoConnectionReason | 'reset' | 'too_large';

export type CallbackLimits = {
  /** Limit for opening the connection. */
  readonly connectTimeoutMs: number;
  /** Bytes of an answer that are read before the connection is closed; the content is discarded. */
  readonly answerBytesMax: number;
};

/** Limits of every callback to a merchant. */
export const callbackLimits: CallbackLimits = { connectTimeoutMs: 3_000, answerBytesMax: 4_096 };

/** Sends one attempt, once. Failures of the merchant, the name service or the network are results, not exceptions. */
export type CallbackSender = (attempt: CallbackAttempt) => Promise<CallbackResult>;

/**
 * A sender that connects only to addresses it has checked itself. Every attempt matches the URL against the targets, resolves
 * the name and checks the addresses again; a kept connection is reused only if it belongs to exactly the addresses found
 * now, so that it leads nowhere a new one would not.
 */
export function createCallbackSender(
  limits: CallbackLimits,
  resolve: ResolveHost = createMerchantNames({ servers: [] }),
): CallbackSender {
  const connections = createConnections(limits);
  return async (attempt) => {
    const targets = matchTargets(attempt.url, attempt.targets);
    if (targets.length === 0) return { kind: 'refusedTarget' };

    const { origin, hostname, pathname, search } = new URL(attempt.url);
    const headers = { ...signCallback(attempt), 'user-agent': userAgent };
    const startedAt = performance.now();
    const signal = AbortSignal.timeout(attempt.timeoutMs);
    try {
      const asker = { merchant: attempt.merchant, signal };
      const addresses = await beforeAbort(resolveChecked(hostname, targets, resolve, asker), signal);
      const message = { path: pathname + search, headers, body: attempt.body, signal };
      // undici observes its signal only after the connection is open.
      const answer = await beforeAbort(connections.post(origin, addresses, message), signal);
      const latencyMs = Math.round(performance.now() - startedAt);
      // The status is the answer; a body that stalls or breaks off does not change it.
      await answer.body.dump({ limit: limits.answerBytesMax, signal }).catch(() => undefined);
      const retryAfterMs = readRetryAfter(answer.headers['retry-after'], attempt.date);
      const wait =
        retryAfterMs === undefined
          ? {}
          : { retryAfterSeconds: Math.ceil(retryAfterMs / millisecondsPerSecond) };
      return { kind: 'answered', httpStatus: answer.statusCode, latencyMs, ...wait };
    } catch (error) {
      if (error instanceof RefusedTarget) return { kind: 'refusedTarget' };
      const latencyMs = Math.round(performance.now() - startedAt);
      if (signal.aborted) return { kind: 'noAnswer', reason: 'timeout', latencyMs };
      return { kind: 'noAnswer', reason: reasonOf(error), latencyMs };
    }
  };
}

function reasonOf(error: unknown): NoAnswerReason {
  if (error instanceof NeverConnected) return error.reason;
  return error instanceof errors.HeadersOverflowError ? 'too_large' : 'reset';
}

/** Resolves once; every address must be allowed, so that a name with one good and one bad address is refused. */
async function resolveChecked(
  hostname: string,
  targets: readonly CallbackTarget[],
  resolve: ResolveHost,
  asker: Asker,
): Promise<readonly string[]> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) === 0 ? await resolveName(host, resolve, asker) : [host];
  if (addresses.length === 0) throw new NeverConnected('dns');
  const isAllowed = targets.some((target) =>
    addresses.every((address) => isAllowedAddress(address, target.cidrs)),
  );
  if (!isAllowed) throw new RefusedTarget();
  return addresses;
}

async function resolveName(host: string, resolve: ResolveHost, asker: Asker): Promise<readonly string[]> {
  return resolve(host, asker).catch(() => {
    throw new NeverConnected('dns');
  });
}

class RefusedTarget extends Error {}

const userAgent = 'payments-gateway-callback';
const millisecondsPerSecond = 1000;

/** What the log keeps of an attempt: status or error, and latency; never the content of the answer. */
export type DeliveryReport = {
  readonly httpStatus: number | undefined;
  readonly failure: DeliveryError | undefined;
  readonly latencyMs: number;
};

export function reportDelivery(result: CallbackResult): DeliveryReport {
  switch (result.kind) {
    case 'answered':
      return { httpStatus: result.httpStatus, failure: undefined, latencyMs: result.latencyMs };
    case 'refusedTarget':
      return { httpStatus: undefined, failure: 'forbidden_address', latencyMs: 0 };
    case 'noAnswer':
      return { httpStatus: undefined, failure: result.reason, latencyMs: result.latencyMs };
  }
}
