import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  digestOf,
  findSkew,
  formatHttpDate,
  headerFields,
  hmacSha256,
  isDigestOf,
  parseHttpDate,
  signedBytes,
  signingString,
} from './signed-text.js';

// Published vectors of another implementation, with the key `secret`.
const published = [
  {
    covered: ['(request-target)', 'date'],
    message: { method: 'GET', target: '/path?query=123', fields: headerFields(['Date', 'today']) },
    signature: 'SFlytCGpsqb/9qYaKCQklGDvwgmrwfIERFnwt+yqPJw=',
  },
  {
    covered: ['(request-target)', 'date', 'digest'],
    message: {
      method: 'POST',
      target: '/path/to/things?query=123',
      fields: headerFields([
        'Date',
        'today',
        'Digest',
        'SHA-256=rEcNhYZoBKiR29D30w1JcgArNlF8rXIXf5MnIL/4kcc=',
      ]),
    },
    signature: 'HH6R3OJmJbKUFqqL0tGVIIb7xi1WbbSh/HBXHUtLkUs=',
  },
  {
    covered: ['(request-target)', 'date', 'digest'],
    message: {
      method: 'GET',
      target: '/path?query=123',
      fields: headerFields([
        'Date',
        'today',
        'Digest',
        'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
      ]),
    },
    signature: '7iFqqryI6I9opV/Zp3eEg6PDY1tKw/3GqioOM7ACHHA=',
  },
];

describe('signingString', () => {
  it.each(published)('agrees with a published vector: $signature', ({ covered, message, signature }) => {
    const signed = hmacSha256(Buffer.from('secret'), signedBytes(signingString(covered, message)));
    expect(signed.toString('base64')).toBe(signature);
  });

  it('has one line for each covered name, in their order, and no newline at the end', () => {
    const fields = headerFields(['Host', 'gw.example.com:3000', 'X-Empty', '', 'Date', ' today\t']);
    const text = signingString(['date', '(request-target)', 'x-empty', 'host'], {
      method: 'POST',
      target: '/A?b=C',
      fields,
    });
    expect(text).toBe('date: today\n(request-target): post /A?b=C\nx-empty: \nhost: gw.example.com:3000');
  });

  it('joins the lines of a repeated header', () => {
    const fields = headerFields(['X-Trace', 'a', 'x-trace', 'b']);
    expect(signingString(['x-trace'], { method: 'GET', target: '/', fields })).toBe('x-trace: a, b');
  });
});

const emptyDigest = 'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';
const thing = Buffer.from('Thing to POST');
const thingDigest = 'SHA-256=rEcNhYZoBKiR29D30w1JcgArNlF8rXIXf5MnIL/4kcc=';

describe('digestOf', () => {
  it('is the digest of the empty string when there is no body', () => {
    expect(digestOf('')).toBe(emptyDigest);
    expect(digestOf(Buffer.alloc(0))).toBe(emptyDigest);
  });

  it('agrees with a published vector', () => {
    expect(digestOf(thing)).toBe(thingDigest);
  });
});

describe('isDigestOf', () => {
  it('takes the algorithm in any case', () => {
    expect(isDigestOf(thingDigest, thing)).toBe(true);
    expect(isDigestOf(thingDigest.replace('SHA', 'sha'), thing)).toBe(true);
  });

  it.each([
    ['another body', emptyDigest],
    ['two entries', `${thingDigest},${thingDigest}`],
    ['another algorithm', thingDigest.replace('256', '512')],
    ['junk that the decoder would skip', thingDigest.replace('rE', 'rE ')],
    ['no padding', thingDigest.slice(0, -1)],
    ['nothing', ''],
  ])('refuses %s', (_, header) => {
    expect(isDigestOf(header, thing)).toBe(false);
  });
});

describe('parseHttpDate', () => {
  it('reads an IMF-fixdate', () => {
    expect(parseHttpDate('Sun, 05 Jan 2014 21:31:40 GMT')?.getTime()).toBe(1_388_957_500_000);
  });

  it.each([
    'Sun, 05 Jan 2014 21:31:40 +0000',
    'Sun, 05 Jan 2014 21:31:40 -0000',
    'Sunday, 05-Jan-14 21:31:40 GMT',
    'Sun Jan  5 21:31:40 2014',
    'Sun Jan 05 21:31:40 2014',
  ])('reads %j as the same instant', (text) => {
    expect(parseHttpDate(text)?.getTime()).toBe(1_388_957_500_000);
  });

  it.each([
    ['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37Z'],
    ['Wednesday, 25-Nov-26 18:00:00 GMT', '2026-11-25T18:00:00Z'],
    ['Wednesday, 25-Nov-76 18:00:00 GMT', '2076-11-25T18:00:00Z'],
    ['Thursday, 25-Nov-76 18:00:01 GMT', '1976-11-25T18:00:01Z'],
    ['Friday, 25-Nov-77 18:00:00 GMT', '1977-11-25T18:00:00Z'],
    ['Saturday, 29-Feb-20 00:00:00 GMT', '2020-02-29T00:00:00Z'],
    ['Tue Nov 15 23:59:59 2022', '2022-11-15T23:59:59Z'],
  ])('reads %j as %s in 2026', (text, instant) => {
    expect(parseHttpDate(text, new Date('2026-11-25T18:00:00Z'))).toEqual(new Date(instant));
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
    'Sun, 05 Jan 2014 21:31:40 -0100',
    'Sun, 05 Jan 2014 21:31:40 UTC',
    'Sunday, 05 Jan 2014 21:31:40 GMT',
    'Sunday, 05-Jan-2014 21:31:40 GMT',
    'Sun, 05-Jan-14 21:31:40 GMT',
    'Monday, 05-Jan-14 21:31:40 GMT',
    'Sunday, 05-Jan-14 21:31:40 +0000',
    'Friday, 31-Feb-14 21:31:40 GMT',
    'Sun Jan 5 21:31:40 2014',
    'Mon Jan  5 21:31:40 2014',
    'Sun Jan  5 21:31:40 2014 GMT',
    'Sun Jan  0 21:31:40 2014',
    'Sunday Jan  5 21:31:40 2014',
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

describe('findSkew', () => {
  it.each([
    [-300, undefined],
    [300, undefined],
    [-300.001, "is 301 seconds behind this server's clock; at most 300 seconds are accepted"],
    [300.001, "is 301 seconds ahead of this server's clock; at most 300 seconds are accepted"],
  ])('%d seconds: %s', (seconds, problem) => {
    const rules = { now: new Date(1_000_000_000), skewSeconds: 300 };
    expect(findSkew(new Date(rules.now.getTime() + seconds * 1_000), rules)).toBe(problem);
  });
});
