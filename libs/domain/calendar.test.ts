import { describe, expect, it } from 'vitest';
import {
  isCalendarDate,
  isIsoInstant,
  readExactInstant,
  roundUp,
  timeZoneOf,
  writeInstant,
} from './calendar.js';
import { catalogue } from './methods/catalogue.js';

describe('a day that exists', () => {
  it.each(['2024-02-29', '2000-02-29', '2026-12-31'])('%s', (text) =>
    expect(isCalendarDate(text)).toBe(true),
  );
  it.each(['2023-02-29', '1900-02-29', '2026-04-31', '2026-00-10', '2026-13-01', '2026-1-1', ''])(
    'is not %j',
    (text) => expect(isCalendarDate(text)).toBe(false),
  );
});

describe('an instant of ISO 8601', () => {
  it.each([
    '2026-03-01',
    '2026-03-01T10:20',
    '2026-03-01T10:20:30',
    '2026-03-01T10:20:30Z',
    '2026-03-01T10:20:30.123456Z',
    '2026-03-01T10:20:30,5-06:00',
    '2026-03-01T23:59:60+0530',
    '2026-03-01T10:20:30-06',
  ])('%s', (text) => expect(isIsoInstant(text)).toBe(true));

  it.each([
    '',
    'yesterday',
    '01/03/2026',
    '2026-02-30',
    '2026-02-30T10:00:00Z',
    '2026-03-01T',
    '2026-03-01 10:20:30',
    '2026-03-01T24:00:01Z',
    '2026-03-01T10:60:00Z',
    '2026-03-01T10:20:30Z ',
    '2026-03-01T10:20:30ZTZ',
    '2026-03-01T10:20:30+24:00',
    '1772360430',
  ])('is not %j', (text) => expect(isIsoInstant(text)).toBe(false));
});

describe('timeZoneOf', () => {
  const countries = new Set(catalogue.flatMap(({ country }) => country ?? []));
  const african = ['GH', 'KE', 'MW', 'NG', 'TZ', 'UG', 'ZA'];

  it.each([...countries, ...african])('knows the zone of %s', (country) => {
    const zone = timeZoneOf(country);
    expect(zone).toContain('/');
    expect(new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone).toBe(zone);
  });

  it('is UTC where no country is known', () => {
    expect([timeZoneOf(undefined), timeZoneOf('ZZ')]).toEqual(['UTC', 'UTC']);
  });
});

describe('an instant to the nanosecond', () => {
  it.each([
    ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.000Z', 0],
    ['2026-01-31T12:00:00.123000007+01:00', '2026-01-31T11:00:00.123000007Z', 7],
    ['2026-01-31T12:00:00.9999Z', '2026-01-31T12:00:00.999900000Z', 900_000],
  ])('%s is written as %s', (text, written, nanoseconds) => {
    const instant = readExactInstant(text);
    expect(instant?.nanoseconds).toBe(nanoseconds);
    expect(instant && writeInstant(instant)).toBe(written);
  });

  it('is rounded up to what is kept', () => {
    const at = new Date('2026-01-31T12:00:00.999Z');
    expect(roundUp({ at, nanoseconds: 0 })).toEqual(at);
    expect(roundUp({ at, nanoseconds: 1 })).toEqual(new Date('2026-01-31T12:00:01Z'));
  });
});
