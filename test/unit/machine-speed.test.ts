import { describe, expect, it } from 'vitest';
import { lanesFor, patienceFor } from '../stack/machine-speed.js';

const gib = 2 ** 30;

describe('lanes', () => {
  it.each([
    [0.2, 64, 1],
    [1, 64, 1],
    [1.2, 64, 2],
    [1.9, 64, 2],
    [2.4, 64, 2],
    [8.2, 64, 8],
    [8.2, 7, 2],
    [8.2, 1, 1],
    [40, 640, 12],
  ])('speed %d with %d GiB: %d', (speed, memory, lanes) => {
    expect(lanesFor(speed, memory * gib)).toBe(lanes);
  });
});

describe('waits', () => {
  it.each([
    [16, 1],
    [2, 1],
    [1, 2],
    [0.8, 2.5],
    [0.1, 4],
  ])('at speed %d are longer by the factor %d', (speed, factor) => {
    expect(patienceFor(speed)).toBe(factor);
  });
});
