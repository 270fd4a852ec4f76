import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { SignatureRefusal } from '#gateway/signature/verify-signed-message';
import type { OpenWork } from '#persistence/transactions/count-open-work';

/** Seconds: from an answer out of memory up to the deadline of a create call. */
const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** What a refusal is called in the log and counted as: operations may know what the caller is not told. */
export type RefusalCause =
  Exclude<SignatureRefusal['problem'], 'notRecognized'> | 'keyUnknown' | 'signatureWrong';

/** A circuit as it stands. */
export type CircuitState = { readonly mid: string; readonly provider: string; readonly isOpen: boolean };

export type RequestMetrics = {
  /** Counts every answered request by method, route and status: the route's pattern, never the URL. */
  follow(fastify: FastifyInstance): void;
  countRefusedSignature(cause: RefusalCause): void;
  /** The exposition format of Prometheus; without `work` when the books are out of reach. */
  render(work: OpenWork | undefined, circuits?: readonly CircuitState[]): Promise<string>;
};

/** What the api tells a monitoring system (contract §7). Labels are names of ours and hold nothing of a request. */
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
    help: 'From a request to the end of its answer',
    labelNames,
    buckets: durationBuckets,
    registers: [registry],
  });
  const refusedSignatures = new Counter({
    name: 'gateway_refused_signatures_total',
    help: 'Requests under /v2 that were not let in, by cause',
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
    help: '1 while the last calls in a row to a MID never left us',
    labelNames: ['mid', 'provider'],
    registers: [registry],
  });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  const reviews = gauge('gateway_open_reviews', 'Reviews that wait for a person');
  const callbacks = gauge('gateway_pending_callbacks', 'Final results that a merchant has not got yet');
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
