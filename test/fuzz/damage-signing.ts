import * as fc from 'fast-check';
import type { ToSign } from '../fakes/signed-request.js';
import { damage, forbidden, type Damages } from './damage.js';
import type { Expected } from './fuzz-request.js';
import { wordOf } from './odd-values.js';

/** Another method; the signature covers it. */
export function damageMethod(): Damages {
  const methods = wordOf('GET POST PUT PATCH DELETE HEAD OPTIONS TRACE PROPFIND LINK M-SEARCH');
  return methods.map((method) =>
    damage('d method', ({ toSign }) => ({ name: `method ${method}`, toSign: { ...toSign, method } })),
  );
}

/** A signature by another key or over other lines. */
export function damageSigning(): Damages {
  return fc
    .constantFrom(...signings)
    .map(([name, change, expected]) =>
      damage('e signing', ({ toSign }) => ({ name, toSign: { ...toSign, ...change }, expected })),
    );
}

const four = ['(request-target)', 'host', 'date', 'digest'];
type Signing = readonly [
  name: string,
  change: Omit<ToSign, 'method' | 'target' | 'body'>,
  expected?: Expected,
];
const signings: readonly Signing[] = [
  ['another key', { key: Buffer.alloc(32, 7).toString('base64') }, forbidden],
  ['empty key', { key: '' }, forbidden],
  ['unknown key id', { keyId: 'mk_test_unknown' }, forbidden],
  ['another host', { host: 'evil.example' }, forbidden],
  ['host with user', { host: 'x@localhost' }, forbidden],
  ['hs2019', { algorithm: 'hs2019' }, forbidden],
  ['date covered alone', { covered: ['date'] }, forbidden],
  ['digest not covered', { covered: four.slice(0, 3) }, forbidden],
  ['nothing covered', { covered: [] }, forbidden],
  ['another order', { covered: four.toReversed() }],
  ['Content-Type covered', { covered: [...four, 'content-type'] }],
  ['covered in upper case', { covered: four.map((name) => name.replace('host', 'HOST')) }],
  ['a covered header twice', { covered: ['(request-target)', 'host', 'host', 'date', 'digest'] }],
  ['authorization covered', { covered: [...four, 'authorization'] }],
  [
    'a covered header on two lines',
    {
      covered: [...four, 'x-a'],
      further: [
        ['X-A', '1'],
        ['X-A', 'ü'],
      ],
    },
  ],
];
