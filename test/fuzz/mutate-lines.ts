import type { Random } from '../fakes/seeded-random.js';
import { doubled, replaced, without } from '../fakes/signed-request.js';
import type { HeaderLines } from '../fakes/signed-request.js';
import type { Expected } from './fuzz-request.js';

export type LinesMutation = {
  readonly name: string;
  readonly change: (lines: HeaderLines) => HeaderLines;
  /** For a request that needs a signature. */
  readonly expected?: Expected;
};

const forbidden: Expected = { status: 401, code: 5 };
const signedNames = ['Host', 'Date', 'Digest', 'Authorization'];

/** Damages header lines after the request was signed. */
export function mutateLines(random: Random): LinesMutation {
  return random.pick(mutations)(random);
}

const mutations: readonly ((random: Random) => LinesMutation)[] = [
  (random) => {
    const name = random.pick(signedNames);
    return { name: `without ${name}`, change: (lines) => without(lines, name), expected: forbidden };
  },
  (random) => {
    const name = random.pick(signedNames);
    return { name: `${name} twice`, change: (lines) => doubled(lines, name), expected: forbidden };
  },
  (random) => {
    const name = random.pick(signedNames);
    const value = random.pick(['', 'x', ',', '\t', 'ü', '"', 'null', 'a'.repeat(5_000)]);
    return {
      name: `${name}: ${value.slice(0, 9)}`,
      change: (lines) => replaced(lines, name, value),
      expected: forbidden,
    };
  },
  (random) => {
    const date = random.pick(oddDates);
    return { name: `Date: ${date}`, change: (lines) => replaced(lines, 'Date', date), expected: forbidden };
  },
  (random) => {
    const digest = random.pick(oddDigests);
    return {
      name: `Digest: ${digest}`,
      change: (lines) => replaced(lines, 'Digest', digest),
      expected: forbidden,
    };
  },
  (random) => {
    const [name, from, to] = random.pick(parameterDamages);
    return {
      name,
      change: (lines) => inAuthorization(lines, (text) => text.replace(from, to)),
      expected: forbidden,
    };
  },
  (random) => {
    const parameter = random.pick([
      'created=1',
      'expires=9999999999',
      'opaque=""',
      'keyId="mk_test_demo"',
      'headers=""',
      'x=',
      '=',
      ',,',
      '"',
    ]);
    return {
      name: `further parameter ${parameter}`,
      change: (lines) => inAuthorization(lines, (text) => `${text},${parameter}`),
    };
  },
  () => ({
    name: 'parameters in another order',
    change: (lines) =>
      inAuthorization(
        lines,
        (text) =>
          `Signature ${text
            .slice(10)
            .split(/,(?=[a-z])/i)
            .toReversed()
            .join(',')}`,
      ),
  }),
  (random) => {
    const type = random.pick([
      'text/plain',
      'application/json; charset=latin1',
      'application/json;',
      'application/xml',
      'multipart/form-data; boundary=x',
      '',
      'application/json, application/json',
      'json',
      'ü',
      ';',
      'a'.repeat(3_000),
    ]);
    return {
      name: `Content-Type: ${type.slice(0, 30)}`,
      change: (lines) => replaced(lines, 'Content-Type', type),
    };
  },
  (random) => {
    const name = random.pick(['without', 'doubled']);
    const change = name === 'without' ? without : doubled;
    return { name: `Content-Type ${name}`, change: (lines) => change(lines, 'Content-Type') };
  },
  (random) => {
    const line = random.pick(furtherLines);
    return { name: `with ${line[0]}`, change: (lines) => [...lines, line] };
  },
  (random) => {
    const upper = random.chance(0.5);
    return {
      name: 'names in another case',
      change: (lines) =>
        lines.map(([name, value]) => [upper ? name.toUpperCase() : name.toLowerCase(), value]),
    };
  },
  () => ({ name: 'in another order', change: (lines) => lines.toReversed() }),
];

const oddDates = [
  'Thu, 01 Jan 1970 00:00:00 GMT',
  'Fri, 31 Dec 9999 23:59:59 GMT',
  '2026-01-01T00:00:00Z',
  '0',
  '-1',
  'Sunday, 06-Nov-94 08:49:37 GMT',
  'Sun Nov  6 08:49:37 1994',
  'Invalid Date',
  'Sat, 30 Feb 2026 00:00:00 GMT',
  '1e400',
  '9'.repeat(300),
];
const oddDigests = [
  'SHA-256=',
  'SHA-256',
  'SHA-256=====',
  'MD5=1B2M2Y8AsgTpgAmY7PhCfg==',
  'sha-512=x',
  'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=,MD5=x',
  `SHA-256=${'A'.repeat(4_000)}`,
  'id-sha-256=x',
];
const parameterDamages: readonly (readonly [name: string, from: string | RegExp, to: string])[] = [
  ['another scheme', 'Signature', 'Bearer'],
  ['no scheme', 'Signature ', ''],
  ['hs2019', 'hmac-sha256', 'hs2019'],
  ['algorithm none', 'hmac-sha256', 'none'],
  ['key constructor', /keyId="[^"]*"/, 'keyId="constructor"'],
  ['key __proto__', /keyId="[^"]*"/, 'keyId="__proto__"'],
  ['empty key', /keyId="[^"]*"/, 'keyId=""'],
  ['no key', /keyId="[^"]*",/, ''],
  ['long key', /keyId="[^"]*"/, `keyId="${'k'.repeat(6_000)}"`],
  ['key unquoted', /keyId="([^"]*)"/, 'keyId=$1'],
  ['an open quote', /keyId="([^"]*)"/, 'keyId="$1'],
  ['no covered headers', /headers="[^"]*"/, 'headers=""'],
  ['headers absent', /headers="[^"]*",/, ''],
  ['covered twice', 'host date', 'host host date'],
  ['covers what is not there', 'host date', 'host x-absent date'],
  ['does not cover the digest', ' digest"', '"'],
  ['(created) covered', '(request-target)', '(created)'],
  ['empty signature', /signature="[^"]*"/, 'signature=""'],
  ['signature cut off', /signature="([^"]{20})[^"]*"/, 'signature="$1"'],
  ['signature in another alphabet', /signature="([^"]{8})[^"]*"/, 'signature="$1-_-_"'],
  ['signature absent', /,signature="[^"]*"/, ''],
  ['signature doubled', /(signature="[^"]*")/, '$1,$1'],
  ['many parameters', 'keyId', `${'a="b",'.repeat(900)}keyId`],
];
const furtherLines: HeaderLines = [
  ['X-Forwarded-For', '203.0.113.9, unknown, "'],
  ['X-Forwarded-Host', 'evil.example'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['Forwarded', 'for=_x;host=evil'],
  ['Content-Encoding', 'gzip'],
  ['Accept', 'text/html;q=x'],
  ['Accept-Version', '9.x'],
  ['Accept-Encoding', 'br;q=1,*;q=0'],
  ['Accept-Language', 'x'.repeat(900)],
  ['If-None-Match', '*'],
  ['If-Modified-Since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ['Range', 'bytes=0-0,-1'],
  ['Origin', 'null'],
  ['Cookie', `a=${'b'.repeat(4_000)}`],
  ['constructor', 'x'],
  ['__proto__', 'x'],
  ['Trailer', 'Digest'],
  ['TE', 'trailers'],
  ['X-Empty', ''],
  ['X-Request-Id', '../../x\u00fc'],
  ['traceparent', '00-ffffffffffffffffffffffffffffffff-0000000000000000-zz'],
  ['Keep-Alive', 'timeout=-1, max=-1'],
];

function inAuthorization(lines: HeaderLines, change: (text: string) => string): HeaderLines {
  return lines.map(([name, value]) => (name === 'Authorization' ? [name, change(value)] : [name, value]));
}
