import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { LookupFunction, Socket } from 'node:net';
import { Client, buildConnector } from 'undici';
import type { CallbackTarget } from '#domain/configuration';
import { parseHttpDate } from '../signature/http-date.js';
import { signCallback } from '../signature/sign-callback.js';
import type { SigningKey } from '../signature/signing-secret.js';
import { isAllowedAddress } from './address-policy.js';
import { matchTargets } from './target-policy.js';

export type CallbackAttempt = {
  readonly url: string;
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

/** `connect`: no connection, be it for the name, the network or TLS. `reset`: cut or unreadable afterwards. */
export type NoAnswerReason = 'timeout' | 'connect' | 'reset';

export type CallbackLimits = {
  /** Limit of the connection alone. */
  readonly connectTimeoutMs: number;
  /** How much of an answer is read before the connection is closed; the content is thrown away. */
  readonly answerBytesMax: number;
};

/** All addresses of a name. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** Sends one attempt, once. Never throws for anything that the merchant, the name service or the network does. */
export type CallbackSender = (attempt: CallbackAttempt) => Promise<CallbackResult>;

/**
 * A sender that dials only addresses it has checked itself. Each attempt has its own connection: a kept one would
 * let a project use what another project's targets, or yesterday's, had opened.
 */
export function createCallbackSender(
  limits: CallbackLimits,
  resolve: ResolveHost = resolveHost,
): CallbackSender {
  return async (attempt) => {
    const targets = matchTargets(attempt.url, attempt.targets);
    if (targets.length === 0) return { kind: 'refusedTarget' };

    const { origin, pathname, search } = new URL(attempt.url);
    const headers = { ...signCallback(attempt), 'user-agent': userAgent };
    const startedAt = performance.now();
    const signal = AbortSignal.timeout(attempt.timeoutMs);
    const dial = guardedDial(targets, limits, resolve, signal);
    // Pipelining 0 closes the connection after its one answer.
    const client = new Client(origin, { connect: dial.connect, pipelining: 0 });
    try {
      const answer = await post(client, { path: pathname + search, headers, body: attempt.body, signal });
      const latencyMs = Math.round(performance.now() - startedAt);
      // The status is the answer; a body that stalls or breaks off does not take it back.
      await answer.body.dump({ limit: limits.answerBytesMax, signal }).catch(() => undefined);
      const retryAfterSeconds = readRetryAfter(answer.headers['retry-after'], attempt.date);
      const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
      return { kind: 'answered', httpStatus: answer.statusCode, latencyMs, ...wait };
    } catch (error) {
      if (error instanceof RefusedTarget) return { kind: 'refusedTarget' };
      const latencyMs = Math.round(performance.now() - startedAt);
      if (signal.aborted) return { kind: 'noAnswer', reason: 'timeout', latencyMs };
      return { kind: 'noAnswer', reason: dial.isConnected() ? 'reset' : 'connect', latencyMs };
    } finally {
      await client.destroy();
    }
  };
}

type Post = {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
  readonly signal: AbortSignal;
};

/** The signal limits the whole attempt, so undici's own limits on its parts are off. It follows no redirect. */
function post(client: Client, request: Post): ReturnType<Client['request']> {
  return client.request({ method: 'POST', ...request, headersTimeout: 0, bodyTimeout: 0 });
}

type GuardedDial = { readonly connect: buildConnector.connector; readonly isConnected: () => boolean };

/** Checks literal addresses as well, for which the socket's own `lookup` is never called. */
function guardedDial(
  targets: readonly CallbackTarget[],
  limits: CallbackLimits,
  resolve: ResolveHost,
  signal: AbortSignal,
): GuardedDial {
  let connected = false;
  const connect: buildConnector.connector = (options, callback) => {
    const dialled = resolveChecked(options.hostname, targets, resolve).then((addresses) => {
      signal.throwIfAborted();
      return dialChecked(options, addresses, limits);
    });
    beforeAbort(dialled, signal).then(
      (socket) => {
        connected = true;
        callback(null, socket);
      },
      (error: Error) => callback(error, null),
    );
  };
  return { connect, isConnected: () => connected };
}

function dialChecked(
  options: buildConnector.Options,
  addresses: readonly string[],
  limits: CallbackLimits,
): Promise<Socket> {
  const dial = buildConnector({ timeout: limits.connectTimeoutMs, lookup: answerOnly(addresses) });
  return new Promise((fulfil, reject) => {
    dial(options, (error, socket) => (error ? reject(error) : fulfil(socket)));
  });
}

/** undici looks at its signal only once there is a connection. A socket that comes too late is closed. */
function beforeAbort(dialled: Promise<Socket>, signal: AbortSignal): Promise<Socket> {
  const aborted = new Promise<never>((_, reject) => {
    const abort = (): void => {
      reject(new Error('The attempt took too long'));
      dialled.then(
        (socket) => socket.destroy(),
        () => undefined,
      );
    };
    signal.addEventListener('abort', abort, { once: true });
  });
  return Promise.race([dialled, aborted]);
}

/** Resolves once; every address must be allowed, so that a name with one good and one bad address is refused. */
async function resolveChecked(
  hostname: string,
  targets: readonly CallbackTarget[],
  resolve: ResolveHost,
): Promise<readonly string[]> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) === 0 ? await resolve(host) : [host];
  if (addresses.length === 0) throw new Error('The name has no address');
  const isAllowed = targets.some((target) =>
    addresses.every((address) => isAllowedAddress(address, target.cidrs)),
  );
  if (!isAllowed) throw new RefusedTarget();
  return addresses;
}

/** A look-up that answers with the checked addresses, whatever the name service would say by now. */
function answerOnly(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, options, callback) => {
    if (options.all) return callback(null, found);
    return callback(null, found[0]?.address ?? '', found[0]?.family);
  };
}

async function resolveHost(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}

/** `Retry-After` in seconds from `now`, from either of its two forms; undefined when unreadable. */
function readRetryAfter(header: string | string[] | undefined, now: Date): number | undefined {
  if (typeof header !== 'string') return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const instant = parseHttpDate(header);
  if (!instant) return undefined;
  return Math.max(0, Math.ceil((instant.getTime() - now.getTime()) / millisecondsPerSecond));
}

class RefusedTarget extends Error {}

const userAgent = 'payments-gateway-callback';
const millisecondsPerSecond = 1000;
