import { setTimeout as sleep } from 'node:timers/promises';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from '#runtime/create-log';
import type { TracingSettings } from './read-tracing.js';
import { readTraceparent, type Episode, type SpanEnd, type Tracing } from './tracing.js';

/** So long the end of a process waits for a receiver that does not answer. */
const flushLimitMs = 3_000;
/** Shortest time between two log lines about spans that could not be delivered. */
const tellEveryMs = 60_000;
/** Spans that wait to be sent; further ones are dropped. */
const queueMax = 2_048;

/** What an exporter answers of spans that were taken. */
const taken = 0;
const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;

/**
 * OpenTelemetry's SDK, reduced to what our spans need: no instrumentation, no context propagation, and as resource only
 * the name of the service and `OTEL_RESOURCE_ATTRIBUTES`. Spans are sent as OTLP over HTTP, in
 * JSON, in the background; those that cannot be sent are lost.
 */
export function startSdk(
  application: string,
  { sampledShare, gatherMs, build }: TracingSettings & { readonly build: string },
  log: Logger,
): Tracing {
  const named = resourceFromAttributes({
    'service.name': `payments-gateway-${application}`,
    'service.version': build,
  });
  const provider = new TracerProvider({
    resource: named.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: tellLosses(new OTLPTraceExporter(), log),
        maxQueueSize: queueMax,
        scheduledDelayMillis: gatherMs,
      }),
    ],
  });
  const tracer = provider.getTracer('payments-gateway');
  return {
    isOn: true,
    begin(name, startedAt, linkTo) {
      if (Math.random() >= sampledShare) return undefined;
      const options = { kind: SpanKind.SERVER, startTime: startedAt, links: linksTo(linkTo) };
      const span = tracer.startSpan(name, options, ROOT_CONTEXT);
      const { traceId, spanId } = span.spanContext();
      return { traceparent: `00-${traceId}-${spanId}-01`, end: (end) => finish(span, end, Date.now()) };
    },
    tell(episode) {
      // It stands where the answer of a provider is in hand: nothing of a trace may cost that.
      try {
        addEpisode(tracer, episode);
      } catch (error) {
        log.warn({ cause: error instanceof Error ? error.name : 'unknown' }, 'span not recorded');
      }
    },
    stop: () =>
      Promise.race([
        provider.shutdown().catch(() => undefined),
        sleep(flushLimitMs, undefined, { ref: false }),
      ]),
  };
}

function addEpisode(tracer: Tracer, { name, kind, traceparent, place, startedAt, endedAt, ...end }: Episode) {
  const origin = contextOf(traceparent);
  if (!origin) return;
  const parent = place === 'within' ? trace.setSpanContext(ROOT_CONTEXT, origin) : ROOT_CONTEXT;
  const links = place === 'linked' ? [{ context: origin }] : [];
  const span = tracer.startSpan(name, { kind: kinds[kind], startTime: startedAt, links }, parent);
  finish(span, end, endedAt);
}

function finish(span: Span, { attributes, hasFailed }: SpanEnd, endedAt: number): void {
  span.setAttributes(attributes);
  if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(endedAt);
}

function contextOf(traceparent: string | undefined) {
  const ids = readTraceparent(traceparent);
  return ids && { ...ids, traceFlags: TraceFlags.SAMPLED, isRemote: true };
}

function linksTo(traceparent: string | undefined) {
  const context = contextOf(traceparent);
  return context ? [{ context }] : [];
}

/** Logs spans that could not be delivered: the number and the kind of error. A message might repeat an address. */
function tellLosses(exporter: SpanExporter, log: Logger): SpanExporter {
  let lost = 0;
  let toldAt = -Infinity;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const code: number = result.code;
        if (code !== taken) lost += spans.length;
        if (lost > 0 && performance.now() - toldAt >= tellEveryMs) {
          log.warn({ lost, cause: causeOf(result.error) }, 'spans were not delivered');
          toldAt = performance.now();
          lost = 0;
        }
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}

function causeOf(error: Error | undefined): string {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'number' || typeof code === 'string' ? String(code) : (error?.name ?? 'unknown');
}
