import { describe, expect, it } from 'vitest';
import { HeldCalls } from './held-calls.js';

const take = (times: number, one: () => unknown) =>
  Array.from({ length: times }, one).filter((release) => release !== undefined).length;

describe('held calls', () => {
  it('allow 50 waiting calls per project, and a quarter of all connections in total', () => {
    const held = new HeldCalls(2_000);
    expect(take(80, () => held.wait('greedy'))).toBe(50);
    expect(take(3, () => held.wait('other'))).toBe(3);
    expect(take(1_000, () => held.wait(crypto.randomUUID()))).toBe(500 - 53);
    expect(held.wait('other')).toBeUndefined();
  });

  it('allow another waiting call once one of the project has ended', () => {
    const held = new HeldCalls(2_000);
    const releases = Array.from({ length: 50 }, () => held.wait('greedy'));
    expect(held.wait('greedy')).toBeUndefined();
    releases[0]?.();
    expect(take(2, () => held.wait('greedy'))).toBe(1);
  });

  it('allow one project half of all connections, and keep some for short calls', () => {
    const held = new HeldCalls(2_000);
    expect(take(2_000, () => held.join('greedy'))).toBe(1_000);
    expect(() => held.begin('greedy', 'r-1')).toThrow(/Too many calls are under way/);
    expect(take(2_000, () => held.join('other'))).toBe(300);
    expect(held.wait('greedy')).toBeDefined();
  });
});
