import type { FastifyInstance } from 'fastify';
import { GatewayError } from '#domain/errors/gateway-error';
import { leaseRequests } from '#persistence/rates/lease-requests';
import type { ApiContext } from '../api-context.js';
import { before } from '../before.js';
import { createRateLimit, type Lease } from './rate-limit.js';
import { refuse } from './authenticate.js';

/** Postgres is waited for no longer than this: counting requests is not worth more of their time. */
const leaseLimitMs = 1_000;

/** How many keys of a project may each ask all that a key may, where the configuration does not say: an old and a new one. */
const keysAtOnce = 2;

/**
 * Refuses with 429 what a key asks beyond `requests_per_second_max` of its project, and what all keys of the project
 * together ask beyond `project_requests_per_second_max`. Comes after authentication.
 */
export function limitRequests(fastify: FastifyInstance, context: ApiContext): void {
  const limit = createRateLimit(
    inTime((asked) => leaseRequests(context.database, asked)),
    (keyId) => context.log.warn({ keyId }, 'requests are counted by this process alone'),
  );
  fastify.addHook('preValidation', async (request, reply) => {
    if (!request.caller) return undefined;
    const { project, keyId } = request.caller;
    const {
      requestsPerSecondMax: perKey,
      projectRequestsPerSecondMax: inAll = perKey && perKey * keysAtOnce,
    } = context.configuration().projects[project] ?? {};
    const isWithin =
      (perKey === undefined || (await limit.admits(keyId, perKey))) &&
      // No key id has a colon.
      (inAll === undefined || (await limit.admits(`project:${project}`, inAll)));
    if (isWithin) return undefined;
    refuse(request, reply, new GatewayError('tooManyRequests'));
    return reply;
  });
}

function inTime(lease: Lease): Lease {
  return async (asked) => {
    const leased = await before(Date.now() + leaseLimitMs, lease(asked));
    if (leased.kind === 'late') throw new Error('no lease in time');
    return leased.answer;
  };
}
