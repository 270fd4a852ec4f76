import { askNameServers, type AskNameServers } from './ask-name-servers.js';
import { createFairTurns } from './fair-turns.js';
import { createLocalHosts, type LocalHosts } from './hosts-file.js';

/** The merchant of the host, and the signal that ends the look-up. */
export type Asker = { readonly merchant: string; readonly signal: AbortSignal };

/** All addresses of a merchant's host. Rejects without addresses, and once the signal is aborted. */
export type ResolveHost = (host: string, asker: Asker) => Promise<readonly string[]>;

export type MerchantNameSettings = {
  /** `address` or `address:port`; empty: those of the system. */
  readonly servers: readonly string[];
  readonly hosts?: LocalHosts;
  readonly ask?: AskNameServers;
  readonly now?: () => number;
};

const turns = { ofOne: 4, inAll: 128 };
/**
 * Shorter than the first step of the retry ladder, so that no retry gets the remembered failure of the attempt before it.
 */
const failureMs = 3_000;
const failuresMax = 1_000;

type LookUp = {
  readonly found: Promise<readonly string[]>;
  readonly controller: AbortController;
  waiting: number;
};

/**
 * Resolves the hosts of callbacks (contract §8) so that a silent name server delays only its own merchant: each merchant has
 * few look-ups at once and there is a bound for all, attempts to one host share a look-up, which ends with the last of them,
 * and a failure is remembered for some seconds.
 */
export function createMerchantNames({
  servers,
  hosts = createLocalHosts(),
  ask = askNameServers,
  now = () => performance.now(),
}: MerchantNameSettings): ResolveHost {
  const inTurn = createFairTurns(turns);
  const underWay = new Map<string, LookUp>();
  const failedAt = new Map<string, number>();

  const hasJustFailed = (key: string) => now() - (failedAt.get(key) ?? -Infinity) < failureMs;
  const remember = (key: string) => {
    failedAt.delete(key);
    failedAt.set(key, now());
    const [oldest] = failedAt.keys();
    if (failedAt.size > failuresMax && oldest !== undefined) failedAt.delete(oldest);
  };
  const begin = (key: string, host: string, merchant: string): LookUp => {
    const controller = new AbortController();
    const { signal } = controller;
    const found = inTurn(merchant, () => ask(host, { servers, signal }), signal).catch((failure: unknown) => {
      if (!signal.aborted) remember(key);
      throw failure;
    });
    const lookUp = { found, controller, waiting: 0 };
    const forget = () => {
      if (underWay.get(key) === lookUp) underWay.delete(key);
    };
    found.then(forget, forget);
    underWay.set(key, lookUp);
    return lookUp;
  };
  return async (host, { merchant, signal }) => {
    signal.throwIfAborted();
    const written = hosts(host);
    if (written) return written;
    const key = `${merchant} ${host}`;
    if (hasJustFailed(key)) throw new Error('The host was not found a moment ago');
    const lookUp = underWay.get(key) ?? begin(key, host, merchant);
    lookUp.waiting += 1;
    try {
      return await beforeAbort(lookUp.found, signal);
    } finally {
      lookUp.waiting -= 1;
      if (lookUp.waiting === 0) {
        // Later callers must not share the look-up that is given up.
        if (underWay.get(key) === lookUp) underWay.delete(key);
        lookUp.controller.abort();
      }
    }
  };
}

/** The result of the work, unless the signal is aborted first. */
export function beforeAbort<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new Error('It took too long'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
