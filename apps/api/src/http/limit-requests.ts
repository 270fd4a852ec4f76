import type { FastifyInstance } from 'fastify';
import { GatewayError } from '#domain/errors/gateway-error';
import { leaseRequests } from '#persistence/rates/lease-requests';
import type { ApiContext } from '../api-context.js';
import { before } from '../before.js';
import { createRateLimit, type Lease } from './rate-limit.js';
import { refuse } from './authenticate.js';

/** Postgres is waited for no longer than this: counting requests is not worth more of their time. */
const leaseLimitMs = 1_000;

/** Refuses with 429 what a key asks beyond `requests_per_second_max` of its project. Comes after authentication. */
export function limitRequests(fastify: FastifyInstance, context: ApiContext): void {
  const limit = createRateLimit(
    inTime((asked) => leaseRequests(context.database, asked)),
    (keyId) => context.log.warn({ keyId }, 'requests are counted by this process alone'),
  );
  fastify.addHook('preValidation', async (request, reply) => {
    if (!request.caller) return undefined;
    const { project, keyId } = request.caller;
    const perSecond = context.configuration().projects[project]?.requestsPerSecondMax;
    if (perSecond === undefined || (await limit.admits(keyId, perSecond))) return undefined;
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
