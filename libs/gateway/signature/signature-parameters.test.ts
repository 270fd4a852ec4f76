import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatSignatureParameters,
  parseSignatureParameters,
  requiredCovered,
} from './signature-parameters.js';

const signature = 'ctr7LwPf3N/Rqg26nqUGuWjXthg0DSB001Um7ZAuKmg=';
const covered = '(request-target) host date digest';

function header(changes: Readonly<Record<string, string | undefined>> = {}): string {
  const pairs = { keyId: 'mk_1', algorithm: 'hmac-sha256', headers: covered, signature, ...changes };
  return Object.entries(pairs)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',');
}

describe('parseSignatureParameters', () => {
  it('reads the four parameters', () => {
    expect(parseSignatureParameters(header())).toEqual({
      kind: 'read',
      parameters: { keyId: 'mk_1', covered: covered.split(' '), signature: Buffer.from(signature, 'base64') },
    });
  });

  it.each([
    ['the covered names in another order', header({ headers: 'digest date (request-target) host' })],
    ['extra covered headers', header({ headers: `${covered} content-type x-trace` })],
    ['unknown parameters', header({ opaque: 'anything' })],
    ['spaces around commas', header().replaceAll('",', '" , ')],
  ])('allows %s', (_, text) => {
    expect(parseSignatureParameters(text).kind).toBe('read');
  });

  it.each([
    ['nothing', ''],
    ['no pairs', 'Bearer abc'],
    ['a trailing comma', `${header()},`],
    ['a leading comma', `,${header()}`],
    ['a missing comma', header().replace('",', '"')],
    ['a parameter without quotes', header().replace('"mk_1"', 'mk_1')],
    ['a number as created', `${header()},created=1402170695`],
    ['a backslash in a value', header({ opaque: '\\' })],
    ['a parameter twice', `${header()},keyId="mk_2"`],
    ['an unknown parameter twice', `${header()},opaque="1",opaque="1"`],
    ['no keyId', header({ keyId: undefined })],
    ['an empty keyId', header({ keyId: '' })],
    ['a keyId with other characters', header({ keyId: 'mk 1' })],
    ['a keyId that is too long', header({ keyId: 'k'.repeat(65) })],
    ['no algorithm', header({ algorithm: undefined })],
    ['hs2019', header({ algorithm: 'hs2019' })],
    ['rsa-sha256', header({ algorithm: 'rsa-sha256' })],
    ['the algorithm in upper case', header({ algorithm: 'HMAC-SHA256' })],
    ['no headers list', header({ headers: undefined })],
    ['an empty headers list', header({ headers: '' })],
    ['(created)', header({ headers: `${covered} (created)` })],
    ['(expires)', header({ headers: `${covered} (expires)` })],
    ['upper case in the headers list', header({ headers: covered.replace('host', 'Host') })],
    ['two spaces in the headers list', header({ headers: covered.replace(' host', '  host') })],
    ['a header covered twice', header({ headers: `${covered} host` })],
    ...requiredCovered.map((name) => [
      `a list without ${name}`,
      header({ headers: requiredCovered.filter((other) => other !== name).join(' ') }),
    ]),
    ['no signature', header({ signature: undefined })],
    ['a signature of another length', header({ signature: signature.slice(4) })],
    [
      'a signature with junk in it',
      header({ signature: `${signature.slice(0, 20)}!${signature.slice(21)}` }),
    ],
    ['a signature with stray bits at its end', header({ signature: signature.replace('g=', 'h=') })],
    ['a header of more than 1 KiB', header({ opaque: 'x'.repeat(1024) })],
  ])('refuses %s', (_, text) => {
    expect(parseSignatureParameters(text ?? '').kind).toBe('malformed');
  });

  it('repeats nothing of the header in its problem', () => {
    fc.assert(
      fc.property(fc.uuid(), (secretish) => {
        const reading = parseSignatureParameters(header({ keyId: `${secretish} `, opaque: secretish }));
        expect(reading.kind === 'malformed' && reading.problem.includes(secretish)).toBe(false);
      }),
    );
  });

  it('reads what formatSignatureParameters writes', () => {
    const keyIds = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);
    const signatures = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes));
    fc.assert(
      fc.property(
        keyIds,
        signatures,
        fc.shuffledSubarray([...requiredCovered], { minLength: 4 }),
        (keyId, bytes, names) => {
          const parameters = { keyId, covered: names, signature: bytes };
          expect(parseSignatureParameters(formatSignatureParameters(parameters))).toEqual({
            kind: 'read',
            parameters,
          });
        },
      ),
    );
  });
});
