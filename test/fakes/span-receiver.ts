import { openEndpoint } from './endpoint.js';
import { until } from '../witnesses/until.js';

/** A span as it was received; ids in hex, kinds and states by OTLP's numbers. */
export type ReceivedSpan = {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: number;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly hasFailed: boolean;
};

/** Takes OTLP over HTTP in JSON, as a collector does, and keeps it. */
export type SpanReceiver = {
  readonly url: string;
  /** Everything it was sent, byte for byte. */
  texts(): readonly string[];
  spans(): readonly ReceivedSpan[];
  /** The spans of one payment or payout, once they are as wanted. */
  untilSpans(
    identifier: string,
    isWanted: (spans: readonly ReceivedSpan[]) => boolean,
  ): Promise<readonly ReceivedSpan[]>;
  close(): void;
};

export async function openSpanReceiver(): Promise<SpanReceiver> {
  const endpoint = await openEndpoint(() => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '{}',
  }));
  const texts = () => endpoint.heard.map(({ body }) => body);
  const spans = () => texts().flatMap((text) => readSpans(JSON.parse(text) as Sent));
  return {
    url: endpoint.url,
    texts,
    spans,
    untilSpans: (identifier, isWanted) =>
      until(
        () =>
          Promise.resolve(
            spans().filter(({ attributes }) => attributes['payment.identifier'] === identifier),
          ),
        isWanted,
      ),
    close: () => endpoint.close(),
  };
}

type Value = { readonly stringValue?: string; readonly intValue?: number | string };
type Attributes = readonly { readonly key: string; readonly value: Value }[];
type Sent = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Attributes };
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly traceId: string;
        readonly spanId: string;
        readonly parentSpanId?: string;
        readonly name: string;
        readonly kind: number;
        readonly startTimeUnixNano: string;
        readonly endTimeUnixNano: string;
        readonly attributes: Attributes;
        readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
        readonly status: { readonly code: number };
      }[];
    }[];
  }[];
};

function readSpans({ resourceSpans }: Sent): readonly ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(readAttributes(resource.attributes)['service.name']);
    return scopeSpans.flatMap((scope) =>
      scope.spans.map((span) => ({
        service,
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId || undefined,
        name: span.name,
        kind: span.kind,
        startedAt: Number(BigInt(span.startTimeUnixNano) / 1_000_000n),
        endedAt: Number(BigInt(span.endTimeUnixNano) / 1_000_000n),
        attributes: readAttributes(span.attributes),
        links: (span.links ?? []).map(({ traceId, spanId }) => ({ traceId, spanId })),
        hasFailed: span.status.code === failed,
      })),
    );
  });
}

function readAttributes(attributes: Attributes): Readonly<Record<string, string | number>> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
  );
}

/** `STATUS_CODE_ERROR`. */
const failed = 2;
