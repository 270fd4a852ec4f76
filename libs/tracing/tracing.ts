/**
 * All that a span may tell. Nothing names a merchant, a reference or a customer, no address is among it, and no text
 * that somebody else wrote (contract §14).
 */
type SpanAttributes = {
  readonly 'payment.identifier'?: string | undefined;
  readonly 'payment.request_id'?: string | undefined;
  readonly 'payment.type'?: 'payment' | 'payout' | 'refund';
  /** Code of a method of the catalogue. */
  readonly 'payment.method'?: string;
  readonly provider?: string;
  readonly mid?: string;
  /** At the provider, or of a delivery, from 1. */
  readonly attempt?: number;
  /** The result, one of a fixed set of words. */
  readonly outcome?: string | undefined;
  /** Why a delivery was not answered, one of a fixed set of words. */
  readonly failure?: string | undefined;
  readonly 'http.request.method'?: string;
  /** Its pattern, never the URL. */
  readonly 'http.route'?: string;
  readonly 'http.response.status_code'?: number | undefined;
};

/** What is known of a span when it is over. */
export type SpanEnd = { readonly attributes: SpanAttributes; readonly hasFailed: boolean };

/** A call that was made or taken about a transaction whose trace has begun. Times are milliseconds since the epoch. */
export type Episode = SpanEnd & {
  readonly name: string;
  readonly kind: 'server' | 'client';
  /** As it is kept with the transaction. */
  readonly traceparent: string;
  /** In the very trace of the create call, or in one of its own that links there. */
  readonly place: 'within' | 'linked';
  readonly startedAt: number;
  readonly endedAt: number;
};

/** A trace that a create call has begun. */
export type BegunTrace = {
  /** W3C Trace Context, kept with the transaction. */
  readonly traceparent: string;
  end(end: SpanEnd): void;
};

/**
 * Traces of payments and payouts. Whether one is traced is decided once, by its create call: `begin` returns undefined
 * for the others, which are stored without a `traceparent` and produce no spans later.
 */
export type Tracing = {
  readonly isOn: boolean;
  /** `linkTo`: the `traceparent` header of the caller, who is not believed: it is linked, and decides nothing. */
  begin(name: string, startedAt: number, linkTo: string | undefined): BegunTrace | undefined;
  /** Never throws, and never waits. */
  tell(episode: Episode): void;
  /** Sends what is left, for a few seconds at most. */
  stop(): Promise<void>;
};

export const noTracing: Tracing = {
  isOn: false,
  begin: () => undefined,
  tell: () => undefined,
  stop: () => Promise.resolve(),
};

const traceparentForm = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;

/** The two ids of a `traceparent`; undefined if it is malformed or an id is all zeros. */
export function readTraceparent(
  traceparent: string | undefined,
): { readonly traceId: string; readonly spanId: string } | undefined {
  const [, traceId = '', spanId = ''] = traceparentForm.exec(traceparent ?? '') ?? [];
  return /[1-9a-f]/.test(traceId) && /[1-9a-f]/.test(spanId) ? { traceId, spanId } : undefined;
}

/** The trace id for a log line; undefined without a valid `traceparent`. */
export function traceIdOf(traceparent: string | undefined): string | undefined {
  return readTraceparent(traceparent)?.traceId;
}
