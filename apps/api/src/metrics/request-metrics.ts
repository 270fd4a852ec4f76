import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { SignatureRefusal } from '#gateway/signature/verify-signed-message';
import type { OpenWork } from '#persistence/transactions/count-open-work';

/** Seconds: from an answer out of memory to the deadline of a create call. */
const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The cause of a refusal in logs and metrics; operators may know more than the caller is told. */
export type RefusalCause =
  Exclude<SignatureRefusal['problem'], 'notRecognized'> | 'keyUnknown' | 'signatureWrong';

/** The state of a circuit. */
export type CircuitState = { readonly mid: string; readonly provider: string; readonly isOpen: boolean };

export type RequestMetrics = {
  /** Counts every answered request by method, route and status: the route's pattern, never the URL. */
  follow(fastify: FastifyInstance): void;
  countRefusedSignature(cause: RefusalCause): void;
  /** In the Prometheus exposition format; `work` is undefined while Postgres is unreachable. */
  render(work: OpenWork | undefined, circuits?: readonly CircuitState[]): Promise<string>;
};

/** The metrics of the api (contract §7). Labels are names of ours and contain nothing of a request. */
export function createRequestMetrics(): RequestMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const labelNames = ['method', 'route', 'status'] as const;
  const requests = new Counter({
    name: 'gateway_http_requests_total',
    help: 'Requests answered',
    labelNames,
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'gateway_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames,
    buckets: durationBuckets,
    registers: [registry],
  });
  const refusedSignatures = new Counter({
    name: 'gateway_refused_signatures_total',
    help: 'Requests under /v2 whose signature was refused, by cause',
    labelNames: ['cause'],
    registers: [registry],
  });
  const open = new Gauge({
    name: 'gateway_open_transactions',
    help: 'Transactions that are not final',
    labelNames: ['type', 'status'],
    registers: [registry],
  });
  const openCircuits = new Gauge({
    name: 'gateway_circuit_open',
    help: '1 while the circuit is open: the last calls to the MID in a row could not be sent',
    labelNames: ['mid', 'provider'],
    registers: [registry],
  });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  const reviews = gauge('gateway_open_reviews', 'Reviews waiting for a person');
  const callbacks = gauge('gateway_pending_callbacks', 'Final results not yet delivered to the merchant');
  return {
    follow(fastify) {
      fastify.addHook('onResponse', (request, reply, done) => {
        const route = request.routeOptions.url ?? 'none';
        const labels = { method: request.method, route, status: String(reply.statusCode) };
        requests.inc(labels);
        durations.observe(labels, reply.elapsedTime / millisecondsPerSecond);
        done();
      });
    },
    countRefusedSignature: (cause) => refusedSignatures.inc({ cause }),
    async render(work, circuits = []) {
      open.reset();
      for (const { type, status, count } of work?.transactions ?? []) open.set({ type, status }, count);
      reviews.set(work?.reviews ?? Number.NaN);
      callbacks.set(work?.callbacks ?? Number.NaN);
      openCircuits.reset();
      for (const { mid, provider, isOpen } of circuits) openCircuits.set({ mid, provider }, isOpen ? 1 : 0);
      return registry.metrics();
    },
  };
}

const millisecondsPerSecond = 1_000;
