import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BegunTrace, SpanEnd, Tracing } from '#tracing/tracing';

/** The calls that begin a trace. */
const createRoutes: readonly unknown[] = ['/v2/payment', '/v2/payout'];

/**
 * Each sampled signed create call begins a trace, and its transaction keeps the `traceparent`. If a handler sets the
 * `traceparent` of an existing transaction, the request gets a trace of its own that links to it.
 */
export function traceRequests(fastify: FastifyInstance, tracing: Tracing): void {
  if (!tracing.isOn) return;
  const begun = new WeakMap<FastifyRequest, BegunTrace>();
  fastify.addHook('preHandler', (request, _reply, done) => {
    if (request.method !== 'POST' || !createRoutes.includes(request.routeOptions.url)) return done();
    const { traceparent: linkTo } = request.headers;
    const trace = tracing.begin(nameOf(request), request.receivedAt, [linkTo].flat()[0]);
    if (trace) begun.set(request, trace);
    request.traceparent = trace?.traceparent;
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const { traceparent, receivedAt: startedAt } = request;
    const end = endOf(request, reply);
    const trace = begun.get(request);
    if (trace) trace.end(end);
    else if (traceparent !== undefined) {
      const span = { name: nameOf(request), kind: 'server', place: 'linked' } as const;
      tracing.tell({ ...span, ...end, traceparent, startedAt, endedAt: Date.now() });
    }
    done();
  });
}

/** The pattern of the route, never the URL. */
function nameOf({ method, routeOptions: { url = 'none' } }: FastifyRequest): string {
  return `${method} ${url}`;
}

function endOf(request: FastifyRequest, { statusCode }: FastifyReply): SpanEnd {
  const { identifier, outcome } = request.answered ?? {};
  return {
    hasFailed: statusCode >= 500,
    attributes: {
      'payment.identifier': identifier,
      'payment.request_id': request.requestId,
      outcome,
      'http.request.method': request.method,
      'http.route': request.routeOptions.url ?? 'none',
      'http.response.status_code': statusCode,
    },
  };
}
