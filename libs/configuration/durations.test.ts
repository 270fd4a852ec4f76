import { describe, expect, it } from 'vitest';
import { parseDuration } from './durations.js';

describe('parseDuration', () => {
  it.each([
    ['0s', 0],
    ['250ms', 250],
    ['30s', 30_000],
    ['5m', 300_000],
    ['1h', 3_600_000],
    ['7d', 604_800_000],
  ])('%s is %i milliseconds', (text, expected) => {
    expect(parseDuration(text)).toBe(expected);
  });

  it.each(['', '30', 's', '-1s', '1.5h', '1h30m', '30 s', '30S', ' 30s', '1w', '1e3s'])(
    '%j is no duration',
    (text) => {
      expect(parseDuration(text)).toBeUndefined();
    },
  );
});
