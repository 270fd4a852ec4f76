import * as fc from 'fast-check';
import { doubled, replaced, without } from '../fakes/signed-request.js';
import type { HeaderLines } from '../fakes/signed-request.js';
import { damage, forbidden, type Damages } from './damage.js';
import type { Expected } from './fuzz-request.js';
import { wordOf } from './odd-values.js';

type Lines = { readonly name: string; readonly change: (lines: HeaderLines) => HeaderLines };

/** Damages header lines after the request was signed. */
export function damageLines(): Damages {
  return fc.oneof(
    row(
      signedName.map((name) => ({ name: `without ${name}`, change: (lines) => without(lines, name) })),
      forbidden,
    ),
    row(
      signedName.map((name) => ({ name: `${name} twice`, change: (lines) => doubled(lines, name) })),
      forbidden,
    ),
    row(
      fc.tuple(signedName, oddValue).map(([name, value]) => replacing(name, value)),
      forbidden,
    ),
    row(
      oddDate.map((date) => replacing('Date', date)),
      forbidden,
    ),
    row(
      oddDigest.map((digest) => replacing('Digest', digest)),
      forbidden,
    ),
    row(
      parameterDamage.map(([name, from, to]) => ({
        name,
        change: (lines) => inAuthorization(lines, (text) => text.replace(from, to)),
      })),
      forbidden,
    ),
    row(
      furtherParameter.map((parameter) => ({
        name: `further parameter ${parameter}`,
        change: (lines) => inAuthorization(lines, (text) => `${text},${parameter}`),
      })),
    ),
    row(contentType.map((type) => replacing('Content-Type', type))),
    row(furtherLine.map((line) => ({ name: `with ${line[0]}`, change: (lines) => [...lines, line] }))),
    { weight: 4, arbitrary: row(fc.constantFrom(...harmless)) },
  );
}

function row(lines: fc.Arbitrary<Lines>, expected?: Expected): Damages {
  return lines.map(({ name, change }) =>
    damage('f lines', ({ changeLines }) => ({
      name,
      changeLines: (before) => change(changeLines(before)),
      expected,
    })),
  );
}

function replacing(name: string, value: string): Lines {
  return { name: `${name}: ${value.slice(0, 30)}`, change: (lines) => replaced(lines, name, value) };
}

function inAuthorization(lines: HeaderLines, change: (text: string) => string): HeaderLines {
  return lines.map(([name, value]) => (name === 'Authorization' ? [name, change(value)] : [name, value]));
}

const signedName = wordOf('Host Date Digest Authorization');
const oddValue = fc.constantFrom('', 'x', ',', '\t', 'ü', '"', 'null', 'a'.repeat(5_000));
const oddDate = wordOf(
  `2026-01-01T00:00:00Z 0 -1 1e400 ${'9'.repeat(300)}`,
  'Thu, 01 Jan 1970 00:00:00 GMT',
  'Fri, 31 Dec 9999 23:59:59 GMT',
  'Sunday, 06-Nov-94 08:49:37 GMT',
  'Sun Nov  6 08:49:37 1994',
  'Invalid Date',
  'Sat, 30 Feb 2026 00:00:00 GMT',
);
const oddDigest = wordOf(`SHA-256= SHA-256 SHA-256===== MD5=1B2M2Y8AsgTpgAmY7PhCfg== sha-512=x id-sha-256=x
  SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=,MD5=x SHA-256=${'A'.repeat(4_000)}`);
const furtherParameter = wordOf(
  'created=1 expires=9999999999 opaque="" keyId="mk_test_demo" headers="" x= = ,, "',
);
const contentType = wordOf(
  'text/plain application/json; application/xml json ü ;',
  'application/json; charset=latin1',
  'multipart/form-data; boundary=x',
  '',
  'a'.repeat(3_000),
  'application/json, application/json',
);
const parameterDamage = fc.constantFrom<(readonly [name: string, from: string | RegExp, to: string])[]>(
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
);
const furtherLine = fc.constantFrom<HeaderLines[number][]>(
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
);

/** What a server may accept or refuse: parameters and lines in another order, names in another case. */
const harmless: readonly Lines[] = [
  {
    name: 'parameters in another order',
    change: (lines) =>
      inAuthorization(lines, (text) => {
        const parameters = text.slice('Signature '.length).split(/,(?=[a-z])/i);
        return `Signature ${parameters.toReversed().join(',')}`;
      }),
  },
  { name: 'Content-Type without', change: (lines) => without(lines, 'Content-Type') },
  { name: 'Content-Type doubled', change: (lines) => doubled(lines, 'Content-Type') },
  { name: 'upper case', change: (lines) => lines.map(([name, value]) => [name.toUpperCase(), value]) },
  { name: 'lower case', change: (lines) => lines.map(([name, value]) => [name.toLowerCase(), value]) },
  { name: 'in another order', change: (lines) => lines.toReversed() },
];
