import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import type { ApiContext } from '../api-context.js';
import { renderMetrics } from './render-metrics.js';

/** In development the figures are beside everything else as well (contract §7); in production merchants reach that port. */
export function showMetrics(fastify: FastifyInstance, context: ApiContext): void {
  fastify.get('/metrics', async (_request, reply) =>
    reply.header('content-type', Registry.PROMETHEUS_CONTENT_TYPE).send(await renderMetrics(context)),
  );
}
