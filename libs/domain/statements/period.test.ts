import { describe, expect, it } from 'vitest';
import { instantsOf, periodBetween, readPeriod } from './period.js';

/** Goal: the days of a statement are those of its time zone, whatever clocks do there (contract §16.2, C6a). */
describe('a period', () => {
  it.each([
    ['2026-01-05', '2026-01-06', 'UTC', { from: '2026-01-05', to: '2026-01-06', isWhole: true }],
    [
      '2026-01-05T00:00:00Z',
      '2026-01-06T00:00:00Z',
      'UTC',
      { from: '2026-01-05', to: '2026-01-05', isWhole: true },
    ],
    [
      '2026-01-05T00:00:00Z',
      '2026-01-05T12:00:00Z',
      'UTC',
      { from: '2026-01-05', to: '2026-01-05', isWhole: false },
    ],
    [
      '2026-01-05T00:00:01Z',
      '2026-01-06T00:00:00Z',
      'UTC',
      { from: '2026-01-05', to: '2026-01-05', isWhole: false },
    ],
    [
      '2026-01-05T03:00:00Z',
      '2026-01-06T03:00:00Z',
      'America/Sao_Paulo',
      { from: '2026-01-05', to: '2026-01-05', isWhole: true },
    ],
    [
      '2026-01-05T00:00:00Z',
      '2026-01-06T00:00:00Z',
      'America/Sao_Paulo',
      { from: '2026-01-04', to: '2026-01-05', isWhole: false },
    ],
  ])('from %s to %s in %s', (from, to, timezone, expected) => {
    expect(readPeriod(from, to, timezone)).toEqual(expected);
  });

  it.each([
    ['2026-01-06', '2026-01-05'],
    ['2026-01-05T12:00:00Z', '2026-01-05T12:00:00Z'],
    ['2026-01-05', '2026-01-06T00:00:00Z'],
    ['2026-02-30', '2026-03-01'],
    ['2026-01-05T00:00:00', '2026-01-06T00:00:00'],
  ])('from %s to %s is no period', (from, to) => {
    expect(readPeriod(from, to, 'UTC')).toBeUndefined();
  });

  it.each([
    ['UTC', '2026-01-05', '2026-01-05T00:00:00.000Z', '2026-01-06T00:00:00.000Z'],
    ['Europe/Lisbon', '2026-03-29', '2026-03-29T00:00:00.000Z', '2026-03-29T23:00:00.000Z'],
    ['Europe/Lisbon', '2026-10-25', '2026-10-24T23:00:00.000Z', '2026-10-26T00:00:00.000Z'],
    ['America/Bogota', '2026-01-05', '2026-01-05T05:00:00.000Z', '2026-01-06T05:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-01-05', '2026-01-04T10:00:00.000Z', '2026-01-05T10:00:00.000Z'],
    ['Asia/Kathmandu', '2026-01-05', '2026-01-04T18:15:00.000Z', '2026-01-05T18:15:00.000Z'],
    // Clocks go from 24:00 to 1:00 there: the day begins an hour late.
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', '2026-04-24T21:00:00.000Z'],
  ])('in %s the day %s has its instants', (timezone, day, from, to) => {
    const instants = instantsOf({ from: day, to: day }, timezone);
    expect([instants.from.toISOString(), instants.to.toISOString()]).toEqual([from, to]);
    expect(periodBetween(instants.from, instants.to, timezone)).toMatchObject({ from: day, to: day });
  });
});
