import { describe, expect, it } from 'vitest';
import { createOncePer } from './once-per.js';

describe('once per period', () => {
  it('says yes once, then again after the period, each key by itself', () => {
    let now = 0;
    const may = createOncePer(1_000, () => now);
    expect(may('a')).toBe(true);
    expect(may('a')).toBe(false);
    expect(may('b')).toBe(true);
    now = 1_000;
    expect(may('a')).toBe(true);
  });
});
