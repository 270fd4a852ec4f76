import { describe, expect, it } from 'vitest';
import {
  isCalendarDate,
  isIsoInstant,
  isStorableDate,
  isTimestamp,
  isTimezone,
  readExactInstant,
  roundUp,
  timeZoneOf,
  writeInstant,
} from './calendar.js';
import { catalogue } from '../methods/catalogue.js';

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

describe('a timestamp with an offset', () => {
  it.each([
    '2024-02-29T10:00:00.5+01:00',
    '2024-02-29T10:00:00Z',
    '2024-02-29T10:00Z',
    '2024-02-29 10:00:00-0500',
    '2024-02-29 10:00:00+03',
    '2024-02-29T10:00:00+03',
    '2024-02-29T10:00:00+05:45',
    '2024-02-29T10:00:00+14:00',
    '2024-02-29T10:00:00,123456789-12:00',
  ])('%s', (text) => expect(isTimestamp(text)).toBe(true));

  it.each([
    '2024-02-29',
    '2024-02-29T10:00:00',
    '2024-02-30T10:00:00Z',
    '2024-02-29T24:00:00Z',
    ...[
      '+99:99',
      '+24:00',
      '-14:60',
      '+9999',
      '-2400',
      '+25',
      '+3',
      '+03:',
      '+03:0',
      '+030',
      '+ 03:00',
      'z',
    ].map((offset) => `2024-02-29T10:00:00${offset}`),
  ])('is not %s', (text) => expect(isTimestamp(text)).toBe(false));

  it('has the offsets that lists and transfer details take', () => {
    for (const offset of ['Z', '+03', '+0300', '+03:00', '-23:59', '+24:00', '+03:60', '+99', '+3', '']) {
      const text = `2024-02-29T10:00:00${offset}`;
      const isInstant = readExactInstant(text) !== undefined;
      expect([offset, isTimestamp(text)]).toEqual([offset, isInstant]);
      expect([offset, isIsoInstant(text)]).toEqual([offset, isInstant || offset === '']);
    }
  });
});

it.each([
  ['0001-01-01', true],
  ['0000-12-31', false],
  ['2026-02-29', false],
])('%s can be stored: %s', (text, isStorable) => expect(isStorableDate(text)).toBe(isStorable));

it.each([
  ['Europe/Lisbon', true],
  ['UTC', true],
  ['europe/lisbon', false],
  ['+01:00', false],
  ['Mars/Olympus', false],
  ['', false],
])('"%s" names a time zone: %s', (text, isOne) => expect(isTimezone(text)).toBe(isOne));

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
