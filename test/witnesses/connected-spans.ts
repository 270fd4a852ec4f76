import { expect } from 'vitest';
import type { ReceivedSpan } from '../fakes/span-receiver.js';

/** Those with this name. */
export const named = (spans: readonly ReceivedSpan[], name: string) =>
  spans.filter((span) => span.name === name);
/** One with each of these names is there. */
export const has =
  (...names: readonly string[]) =>
  (spans: readonly ReceivedSpan[]) =>
    names.every((name) => named(spans, name).length > 0);

/** The create call's span: what is `within` belongs to it, all others link there. */
export function expectConnected(spans: readonly ReceivedSpan[], within: readonly string[]): ReceivedSpan {
  const [create, ...more] = spans.filter(({ name }) => /^POST \/v2\/(?:payment|payout)$/.test(name));
  if (!create) throw new Error('the create call has no span');
  expect(more).toEqual([]);
  const { traceId, spanId } = create;
  for (const span of spans.filter((other) => other !== create)) {
    if (within.includes(span.name)) expect(span).toMatchObject({ traceId, parentSpanId: spanId, links: [] });
    else {
      expect(span).toMatchObject({ parentSpanId: undefined, links: [{ traceId, spanId }] });
      expect(span.traceId).not.toBe(traceId);
    }
  }
  return create;
}
