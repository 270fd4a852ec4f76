import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  digestOf,
  formatHttpDate,
  headerFields,
  hmacSha256,
  isDigestOf,
  parseHttpDate,
  signingString,
  skewSecondsBetween,
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
    const signed = hmacSha256(Buffer.from('secret'), signingString(covered, message));
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
