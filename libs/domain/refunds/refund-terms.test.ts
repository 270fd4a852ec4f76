import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { combineTerms, dayMs, refundableUntil, refundParts, type RefundTerms } from './refund-terms.js';

const rail: RefundTerms = { possible: true, days: 90, parts: 'several', instead: 'pix' };
const never: RefundTerms = { possible: false, days: undefined, parts: 'whole' };

describe('the terms of a refund (contract §15.5)', () => {
  it('are those of the rail where provider and project say nothing', () => {
    expect(combineTerms({ rail })).toEqual({
      possible: true,
      withinMs: 90 * dayMs,
      parts: 'several',
      instead: 'pix',
    });
  });

  it.each<readonly [string, RefundTerms, number | undefined, number | undefined]>([
    ['the provider', { ...rail, days: 30 }, undefined, 30 * dayMs],
    ['the project', { ...rail, days: 30 }, 10_000, 10_000],
    ['the rail', { ...rail, days: 365 }, 400 * dayMs, 90 * dayMs],
    ['the rail, where the provider has no end', { ...rail, days: undefined }, undefined, 90 * dayMs],
  ])('end when %s ends first', (_whose, provider, projectMs, withinMs) => {
    const terms = combineTerms({ rail, provider, ...(projectMs !== undefined && { withinMs: projectMs }) });
    expect(terms.withinMs).toBe(withinMs);
  });

  it('have the narrower parts', () => {
    expect(combineTerms({ rail, provider: { ...rail, parts: 'one' } }).parts).toBe('one');
    expect(combineTerms({ rail: { ...rail, parts: 'whole' }, provider: rail }).parts).toBe('whole');
  });

  it('may be taken away by the provider, or added to a rail that leads nowhere back', () => {
    expect(combineTerms({ rail, provider: never })).toMatchObject({ possible: false, instead: 'pix' });
    const added = combineTerms({ rail: never, provider: { possible: true, days: 30, parts: 'several' } });
    expect(added).toEqual({ possible: true, withinMs: 30 * dayMs, parts: 'several' });
  });

  it('are counted from the end of the payment to the millisecond', () => {
    const finishedAt = new Date('2026-01-31T23:59:59.999Z');
    const until = (withinMs: number | undefined, possible = true) =>
      refundableUntil(finishedAt, { possible, withinMs })?.toISOString();
    expect(until(10_000)).toBe('2026-02-01T00:00:09.999Z');
    expect(until(90 * dayMs)).toBe('2026-05-01T23:59:59.999Z');
    expect(until(undefined)).toBeUndefined();
    expect(until(10_000, false)).toBeUndefined();
    expect(until(Number.MAX_SAFE_INTEGER)).toBe('+275760-09-13T00:00:00.000Z');
  });

  const anyTerms = fc.record({
    possible: fc.boolean(),
    days: fc.option(fc.integer({ min: 0, max: 1_000 }), { nil: undefined }),
    parts: fc.constantFrom(...refundParts),
  });

  it('are never wider than what any of them allows', () => {
    fc.assert(
      fc.property(
        anyTerms,
        anyTerms,
        fc.option(fc.nat(), { nil: undefined }),
        (ofRail, provider, projectMs) => {
          const terms = combineTerms({
            rail: ofRail,
            provider,
            ...(projectMs !== undefined && { withinMs: projectMs }),
          });
          expect(terms.possible).toBe(provider.possible);
          const days = ofRail.possible ? [ofRail.days, provider.days] : [provider.days];
          const times = [...days.map((count) => (count ?? Infinity) * dayMs), projectMs ?? Infinity];
          expect(terms.withinMs ?? Infinity).toBe(Math.min(...times));
          const widths = (ofRail.possible ? [ofRail, provider] : [provider]).map(({ parts }) =>
            refundParts.indexOf(parts),
          );
          expect(refundParts.indexOf(terms.parts)).toBe(Math.max(...widths));
        },
      ),
    );
  });
});
