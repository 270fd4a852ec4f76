import { describe, expect, it } from 'vitest';
import { headerFields } from './header-fields.js';
import { hmacSha256, signingString } from './signing-string.js';

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
