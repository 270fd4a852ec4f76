import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readShownNumber, shownNumber } from './shown-number.js';

const identifierAt = (instant: string, end: string) => {
  const time = Date.parse(instant).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${end}`;
};

it('a number that is read out says the minute of the request and the end of the identifier', () => {
  expect(shownNumber(identifierAt('2024-01-01T00:00:59.999Z', '000000000001'))).toBe('0000 0000 0001');
  expect(shownNumber(identifierAt('2024-01-02T00:00:00Z', '00000001869f'))).toBe('0001 4409 9999');
  const [first, last] = ['2026-11-27T01:30:00Z', '2026-11-27T01:30:59.999Z'].map((instant) =>
    shownNumber(identifierAt(instant, 'ffffffffffff')),
  );
  expect(first).toBe(last);
});

it('a number that is read out has three groups of four digits, for every identifier', () => {
  fc.assert(
    fc.property(fc.uuid(), (identifier) => {
      expect(shownNumber(identifier)).toMatch(/^\d{4} \d{4} \d{4}$/);
    }),
  );
});

it('what is read out leads back to the minute and the end of the identifier', () => {
  const identifier = identifierAt('2026-11-27T01:30:12.345Z', '0123456789ab');
  const number = shownNumber(identifier);
  for (const words of [number, number.replaceAll(' ', ''), number.replaceAll(' ', '-')]) {
    const { from = '', before = '', tail } = readShownNumber(words) ?? {};
    expect([from <= identifier, identifier < before]).toEqual([true, true]);
    expect(from).toBe(
      identifierAt('2026-11-27T01:30:00Z', '000000000000').replace('-7000-8000-', '-0000-0000-'),
    );
    expect(tail).toBe(Number.parseInt('23456789ab', 16) % 100_000);
  }
  for (const words of ['', 'order-1', '1234 5678 901', '12345 678 9012', '0152  8811 4207'])
    expect(readShownNumber(words)).toBeUndefined();
});
