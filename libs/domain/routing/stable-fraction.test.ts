import { describe, expect, it } from 'vitest';
import { stableFraction } from './stable-fraction.js';

const samples = 20_000;
const buckets = 16;

/** Texts as references look like, each family differing in a few characters. */
const families: Readonly<Record<string, (index: number) => string>> = {
  numbers: (index) => String(index),
  'numbered orders': (index) => `order-2026-${String(index).padStart(8, '0')}`,
  'a number before the rest': (index) => `${index}-of-the-same-shop`,
  'one code point': (index) => String.fromCodePoint(0x4e00 + index),
};

describe('a stable fraction', () => {
  it.each(Object.entries(families))('is spread evenly over %s', (_name, textOf) => {
    const fractions = Array.from({ length: samples }, (_, index) => stableFraction(textOf(index)));
    expect(fractions.every((fraction) => fraction > 0 && fraction < 1)).toBe(true);
    const counts = Array.from({ length: buckets }, () => 0);
    for (const fraction of fractions) {
      const bucket = Math.floor(fraction * buckets);
      counts[bucket] = (counts[bucket] ?? 0) + 1;
    }
    const expected = samples / buckets;
    const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // 15 degrees of freedom: a fair one exceeds 37.7 once in a thousand times.
    expect(chiSquare).toBeLessThan(37.7);
  });

  it('of one text says nothing about that of a text beside it', () => {
    const pairs = Array.from({ length: samples }, (_, index) => [
      stableFraction(`order-${index}a`) - 0.5,
      stableFraction(`order-${index}b`) - 0.5,
    ]);
    const correlation = pairs.reduce((sum, [one = 0, other = 0]) => sum + one * other, 0) * (12 / samples);
    expect(Math.abs(correlation)).toBeLessThan(0.03);
  });

  it('does not change from version to version: transactions that are asked for again go the same way', () => {
    expect(['', 'a', 'order-1', 'ордер'].map(stableFraction)).toEqual(golden);
  });
});

const golden = [0.6599747174334315, 0.9378681986939151, 0.20050746880242454, 0.6359401068275553];
