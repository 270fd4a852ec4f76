import { describe, expect, it } from 'vitest';
import { parseSignatureParameters, readKeyId } from './signature-parameters.js';

const signature = 'ctr7LwPf3N/Rqg26nqUGuWjXthg0DSB001Um7ZAuKmg=';
const covered = '(request-target) host date digest';

function header(changes: Readonly<Record<string, string>> = {}): string {
  const pairs = { keyId: 'mk_1', algorithm: 'hmac-sha256', headers: covered, signature, ...changes };
  return Object.entries(pairs)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',');
}

const notAList = 'is not a list of distinct name="value" pairs separated by commas';
const noSignature = 'has no valid signature: base64 of 32 bytes';
const noHeaders = 'has no valid headers list: lower-case names separated by one space';

describe('the problem of a signature header', () => {
  it.each([
    ['too long', header({ opaque: 'x'.repeat(1024) }), 'is longer than 1024 characters'],
    ['of another form', 'Bearer abc', notAList],
    ['with a repeated parameter', `${header()},keyId="mk_2"`, notAList],
    ['without a key', header({ keyId: '' }), 'has no valid keyId'],
    ['of another algorithm', header({ algorithm: 'hs2019' }), 'must name algorithm="hmac-sha256"'],
    ['without a list of headers', header().replace(/,headers="[^"]*"/, ''), noHeaders],
    ['with a header in upper case', header({ headers: `${covered} X-Trace` }), noHeaders],
    ['with a header that ends in another character', header({ headers: `${covered} x-trace:` }), noHeaders],
    [
      'with a repeated header',
      header({ headers: `${covered} host` }),
      'names a header twice in its headers list',
    ],
    [
      'that covers half of what it must',
      header({ headers: 'host (request-target)' }),
      'does not cover date, digest',
    ],
    ['with a short signature', header({ signature: signature.slice(4) }), noSignature],
    ['with a long signature', header({ signature: `AAAA${signature}` }), noSignature],
    ['with text behind its signature', header({ signature: `${signature}AAAA` }), noSignature],
    ['without a signature', header({ signature: '' }), noSignature],
  ])('%s is named', (_name, text, problem) => {
    expect(parseSignatureParameters(text)).toEqual({ kind: 'malformed', problem });
  });

  it('starts at 1025 characters', () => {
    const padded = (length: number) => header({ opaque: 'x'.repeat(length - header({ opaque: '' }).length) });
    expect(padded(1024)).toHaveLength(1024);
    expect(parseSignatureParameters(padded(1024)).kind).toBe('read');
    expect(parseSignatureParameters(padded(1025)).kind).toBe('malformed');
  });
});

describe('the key that a signature header names', () => {
  it.each([
    ['at its start', header()],
    ['behind a scheme', `Signature ${header()}`],
    ['behind another parameter', `algorithm="x",keyId="mk_1"`],
  ])('is read %s', (_name, text) => {
    expect(readKeyId(text)).toBe('mk_1');
  });

  it.each([
    ['behind the longest header', `opaque="${'x'.repeat(1024)}",keyId="mk_1"`],
    ['at the end of another name', 'otherkeyId="mk_1"'],
  ])('is not read %s', (_name, text) => {
    expect(readKeyId(text)).toBeUndefined();
  });
});
