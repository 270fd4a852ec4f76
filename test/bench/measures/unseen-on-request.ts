import { isMainThread } from 'node:worker_threads';
import { trace } from '@opentelemetry/api';
import { TracerProvider } from '@opentelemetry/sdk-trace';
import { pino } from 'pino';
import { Metrics } from '#metrics/metrics';

/**
 * Preloaded into the api and the worker by the bench alone: at each SIGUSR2 the process stops to count, to log and to
 * trace, or begins again. What Temporal's SDK counts by itself cannot be switched while it runs.
 */
let isSeen = true;
if (isMainThread) process.on('SIGUSR2', () => (isSeen = !isSeen));

type Methods = Record<string | symbol, (...given: unknown[]) => unknown>;

function onlyWhenSeen(owner: object, names: readonly (string | symbol)[], otherwise?: unknown): void {
  const methods = owner as Methods;
  for (const name of names) {
    const original = methods[name];
    methods[name] = function (...given) {
      return isSeen ? original?.apply(this, given) : otherwise;
    };
  }
}

onlyWhenSeen(Metrics.prototype, ['count', 'observe', 'expect']);
// Each logger has a prototype of its own, whose prototype all have in common.
const ofOneLogger = prototypeOf(pino({ level: 'silent' }));
onlyWhenSeen(prototypeOf(ofOneLogger), [pino.symbols.writeSym]);
const anyTracer = new TracerProvider().getTracer('bench');
const nothing = trace.wrapSpanContext({ traceId: '0'.repeat(32), spanId: '0'.repeat(16), traceFlags: 0 });
onlyWhenSeen(prototypeOf(anyTracer), ['startSpan'], nothing);

function prototypeOf(it: object): object {
  return Object.getPrototypeOf(it) as object;
}
