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
  /** Whose share of what is done at once it is. */
  readonly merchant: string;
  /** Serialised once for the event; the same bytes on every attempt. */
  readonly body: Buffer;
  readonly eventId: string;
  /** The active callback key first, then those on their way out. */
  readonly keys: readonly SigningKey[];
  /** The project's allow-list as it is now. */
  readonly targets: readonly CallbackTarget[];
  /** The instant that `Date` and `webhook-timestamp` say. */
  readonly date: Date;
  /** Limit of the whole attempt, from the name look-up to the end of the answer. */
  readonly timeoutMs: number;
};

/** `refusedTarget`: nothing was dialled. Latency is the time until the status line, or until we gave up. */
export type CallbackResult =
  | {
      readonly kind: 'answered';
      readonly httpStatus: number;
      readonly retryAfterSeconds?: number;
      readonly latencyMs: number;
    }
  | { readonly kind: 'refusedTarget' }
  | { readonly kind: 'noAnswer'; readonly reason: NoAnswerReason; readonly latencyMs: number };

/** `reset`: cut or unreadable after there was a connection. `too_large`: the head of the answer was. */
type NoAnswerReason = NoConnectionReason | 'reset' | 'too_large';

export type CallbackLimits = {
  /** Limit of the connection alone. */
  readonly connectTimeoutMs: number;
  /** How much of an answer is read before the connection is closed; the content is thrown away. */
  readonly answerBytesMax: number;
};

/** Of every callback to a merchant. */
export const callbackLimits: CallbackLimits = { connectTimeoutMs: 3_000, answerBytesMax: 4_096 };

/** Sends one attempt, once. Never throws for anything that the merchant, the name service or the network does. */
export type CallbackSender = (attempt: CallbackAttempt) => Promise<CallbackResult>;

/**
 * A sender that talks only to addresses it has checked itself. On every attempt the URL is held against the targets
 * and the name is resolved and checked anew; a kept connection is used only when it belongs to exactly the addresses
 * found now, so that it leads nowhere a new one would not.
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
      // undici looks at its signal only once there is a connection.
      const answer = await beforeAbort(connections.post(origin, addresses, message), signal);
      const latencyMs = Math.round(performance.now() - startedAt);
      // The status is the answer; a body that stalls or breaks off does not take it back.
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

/**
 * What one attempt means for its event (contract §8): `delivered` by any 2xx, `stopped` by 410, else `retry`, not
 * before `retryAfterSeconds` when the merchant asked for that (at most 24 hours).
 */
export type DeliveryDecision =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'retry'; readonly retryAfterSeconds?: number };

export function decideDelivery(result: CallbackResult): DeliveryDecision {
  if (result.kind !== 'answered') return { kind: 'retry' };
  if (result.httpStatus >= 200 && result.httpStatus < 300) return { kind: 'delivered' };
  if (result.httpStatus === gone) return { kind: 'stopped' };
  if (result.retryAfterSeconds === undefined) return { kind: 'retry' };
  return { kind: 'retry', retryAfterSeconds: Math.min(result.retryAfterSeconds, retryAfterSecondsMax) };
}

const gone = 410;
const retryAfterSecondsMax = 86_400;

/** What is told of an attempt: status or error, and latency; never anything of the answer's body. */
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
