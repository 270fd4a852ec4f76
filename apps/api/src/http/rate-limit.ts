import type { FastifyInstance } from 'fastify';
import type { Project } from '#domain/configuration/configuration';
import { GatewayError } from '#domain/errors/gateway-error';
import type { Database } from '#persistence/database';
import { leaseRequests } from '#persistence/rates/lease-requests';
import type { Logger } from '#runtime/create-log';
import { createSingleflight } from '#runtime/singleflight';
import { withDeadline } from '#runtime/with-deadline';
import type { CurrentConfiguration } from '../resources/resources.module.js';
import { refuse } from './render-error.js';

/** Maximum wait for Postgres: counting a request must not delay it any longer. */
const leaseLimitMs = 1_000;

/** Default limit of a key: requests a second. No project is without one. */
const requestsPerSecondDefault = 1_000;
/** Default limit of a project in multiples of that of one key: an old and a new key can both be in use. */
const keysAtOnce = 2;

/** What counting requests needs. */
export type RequestLimits = {
  readonly database: Database;
  readonly configuration: CurrentConfiguration;
  readonly log: Logger;
};

/**
 * Answers 429 once a key exceeds `requests_per_second_max` of its project, or all keys of the project together exceed
 * `project_requests_per_second_max`. Runs after authentication and before any handler; requests without a route count too.
 */
export function limitRequests(fastify: FastifyInstance, context: RequestLimits): void {
  const limit = createRateLimit(
    inTime((asked) => leaseRequests(context.database, asked)),
    (keyId) => context.log.warn({ keyId }, 'rate limit not shared: requests are counted per process'),
  );
  fastify.addHook('preValidation', async (request, reply) => {
    if (!request.caller) return undefined;
    const { project, keyId } = request.caller;
    const { perKey, inAll } = limitsOf(context.configuration.current().projects[project]);
    const isWithin =
      (await limit.admits(keyId, perKey)) &&
      // No key id contains a colon.
      (await limit.admits(`project:${project}`, inAll));
    if (isWithin) return undefined;
    refuse(request, reply, new GatewayError('tooManyRequests'));
    return reply;
  });
}

/** Requests a second of each key of a project, and of all its keys together. */
export function limitsOf(
  project: Pick<Project, 'requestsPerSecondMax' | 'projectRequestsPerSecondMax'> | undefined,
): { readonly perKey: number; readonly inAll: number } {
  const perKey = project?.requestsPerSecondMax ?? requestsPerSecondDefault;
  return { perKey, inAll: project?.projectRequestsPerSecondMax ?? perKey * keysAtOnce };
}

/** Fails where Postgres does not lease in time: requests are counted per process then. */
function inTime(lease: Lease): Lease {
  return async (asked) => {
    const leased = await withDeadline(Date.now() + leaseLimitMs, lease(asked));
    if (leased.kind === 'late') throw new Error('no lease in time');
    return leased.answer;
  };
}

/** Leases a share of a key's requests in the current second; all processes lease from the same place. */
export type Lease = (asked: {
  readonly keyId: string;
  readonly share: number;
  readonly perSecond: number;
}) => Promise<{ readonly granted: number; readonly remainingMs: number }>;

export type RateLimit = {
  /** Whether a key with this limit per second may send another request. */
  admits(keyId: string, perSecond: number): Promise<boolean>;
};

/** How often per second a process leases that uses up the whole limit alone. */
const leasesPerSecond = 20;
const secondMs = 1_000;

/**
 * Counts requests per key (contract §3, 429), mostly in this process, within a share that it has leased; over all
 * processes no second exceeds the limit. If leasing fails, each process counts on its own, so that an outage never
 * refuses a request. `now`: milliseconds of a monotonic clock.
 */
export function createRateLimit(
  lease: Lease,
  tellFailure: (keyId: string) => void,
  now = () => performance.now(),
): RateLimit {
  const windows = new Map<string, RequestWindow>();
  const oneCall = createSingleflight<void>();

  const renew = async (keyId: string, perSecond: number): Promise<void> => {
    const share = Math.max(1, Math.floor(perSecond / leasesPerSecond));
    const askedAt = now();
    try {
      const { granted, remainingMs } = await lease({ keyId, share, perSecond });
      windows.set(keyId, { left: granted, until: askedAt + remainingMs, isLast: granted < share });
    } catch {
      tellFailure(keyId);
      windows.set(keyId, { left: perSecond, until: now() + secondMs, isLast: true });
    }
  };

  return {
    async admits(keyId, perSecond) {
      for (;;) {
        const admission = admit(windows.get(keyId), now());
        switch (admission.kind) {
          case 'admitted':
            windows.set(keyId, admission.window);
            return true;
          case 'refused':
            return false;
          case 'leaseNeeded':
            await oneCall(keyId, () => renew(keyId, perSecond));
        }
      }
    },
  };
}

/** How many of a key's requests this process may still admit. */
export type RequestWindow = {
  readonly left: number;
  /** Milliseconds of a monotonic clock. */
  readonly until: number;
  /** No lease is available before `until`. */
  readonly isLast: boolean;
};

export type Admission =
  | { readonly kind: 'admitted'; readonly window: RequestWindow }
  | { readonly kind: 'refused' }
  | { readonly kind: 'leaseNeeded' };

/** Admits one request if the window has one left. */
export function admit(window: RequestWindow | undefined, now: number): Admission {
  if (window === undefined || now >= window.until) return { kind: 'leaseNeeded' };
  if (window.left > 0) return { kind: 'admitted', window: { ...window, left: window.left - 1 } };
  return { kind: window.isLast ? 'refused' : 'leaseNeeded' };
}
