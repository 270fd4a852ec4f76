import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatHttpDate, parseHttpDate, skewSecondsBetween } from './http-date.js';

describe('parseHttpDate', () => {
  it('reads an IMF-fixdate', () => {
    expect(parseHttpDate('Sun, 05 Jan 2014 21:31:40 GMT')?.getTime()).toBe(1_388_957_500_000);
  });

  it('tolerates +0000 in place of GMT', () => {
    expect(parseHttpDate('Sun, 05 Jan 2014 21:31:40 +0000')?.getTime()).toBe(1_388_957_500_000);
  });

  it.each([
    '2014',
    '',
    'garbage',
    'today',
    '2014-01-05T21:31:40Z',
    'Sun, 5 Jan 2014 21:31:40 GMT',
    'Mon, 05 Jan 2014 21:31:40 GMT',
    'Mon, 31 Feb 2014 21:31:40 GMT',
    'Sun, 05 Jan 2014 21:31:40 +0100',
    'Sun, 05 Jan 2014 21:31:40',
    'Sun, 05 Jan 2014 24:00:00 GMT',
    'Sun, 05 Jan 2014 21:31:40 GMT, Sun, 05 Jan 2014 21:31:40 GMT',
  ])('refuses %j', (text) => {
    expect(parseHttpDate(text)).toBeUndefined();
  });

  it('reads what it writes, to the second', () => {
    const instants = fc.date({
      min: new Date('1970-01-01'),
      max: new Date('9999-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, (instant) => {
        expect(parseHttpDate(formatHttpDate(instant))?.getTime()).toBe(
          Math.floor(instant.getTime() / 1000) * 1000,
        );
      }),
    );
  });
});

describe('skewSecondsBetween', () => {
  it('is the same in both directions', () => {
    const earlier = new Date(0);
    const later = new Date(301_000);
    expect(skewSecondsBetween(earlier, later)).toBe(301);
    expect(skewSecondsBetween(later, earlier)).toBe(301);
  });
});
