import { describe, expect, it } from 'vitest';
import { isCalendarDate, readExactInstant, timeZoneOf } from './calendar.js';

describe('an instant with its offset', () => {
  it.each([
    ['2026-01-31T12:00Z', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31T12:00:30Z', '2026-01-31T12:00:30.000Z'],
    ['2026-01-31T12:00:30,25Z', '2026-01-31T12:00:30.250Z'],
    ['2026-01-31T12:00:00+05:30', '2026-01-31T06:30:00.000Z'],
    ['2026-01-31T12:00:00+0530', '2026-01-31T06:30:00.000Z'],
    ['2026-01-31T12:00:00-0530', '2026-01-31T17:30:00.000Z'],
    ['2026-01-31T12:00-05', '2026-01-31T17:00:00.000Z'],
    ['2026-01-31T23:00:00-05:45', '2026-02-01T04:45:00.000Z'],
  ])('%s is %s', (text, instant) => {
    expect(readExactInstant(text)?.at.toISOString()).toBe(instant);
  });

  it.each([
    ['a blank in place of T', '2026-01-31 12:00:00Z'],
    ['a leap second', '2026-12-31T23:59:60Z'],
    ['no offset', '2026-01-31T12:00:00'],
    ['no time', '2026-01-31'],
  ])('is not read from a text with %s', (_name, text) => {
    expect(readExactInstant(text)).toBeUndefined();
  });
});

describe('a calendar date', () => {
  it.each(['2026-12-00', '2026-12-32', '2026-12-31x', 'x2026-12-31', '2026-12-31T10:00Z'])(
    'is not %j',
    (text) => {
      expect(isCalendarDate(text)).toBe(false);
    },
  );
});

it('no word of the language is a country with a time zone', () => {
  expect(timeZoneOf('constructor')).toBe('UTC');
});
