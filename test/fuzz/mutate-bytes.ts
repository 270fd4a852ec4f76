import type { Random } from '../fakes/seeded-random.js';
import { oddBytes } from './odd-values.js';
import type { Expected } from './fuzz-request.js';

export type BytesMutation = {
  readonly bytes: Buffer;
  readonly name: string;
  readonly expected?: Expected;
};

/** Contract §3: the largest body that is read. */
const bodyBytesMax = 64 * 1024;
const invalid: Expected = { status: 400, code: 30 };

/** Damages a body that was JSON, below the level of JSON. */
export function mutateBytes(random: Random, bytes: Buffer): BytesMutation {
  return random.pick(mutations)(random, bytes);
}

const mutations: readonly ((random: Random, bytes: Buffer) => BytesMutation)[] = [
  (random, bytes) => {
    const cut = random.whole(1, Math.max(1, bytes.length - 1));
    return { name: 'cut off', bytes: bytes.subarray(0, cut), expected: invalid };
  },
  (random, bytes) => ({
    name: 'invalid UTF-8',
    bytes: inserted(bytes, insideString(random, bytes), random.pick(oddBytes.slice(0, 5))),
  }),
  (random, bytes) => ({
    name: 'odd bytes',
    bytes: inserted(bytes, random.whole(0, bytes.length), random.pick(oddBytes)),
  }),
  (_random, bytes) => ({
    name: 'byte order mark',
    bytes: Buffer.concat([Buffer.from('\uFEFF'), bytes]),
    expected: invalid,
  }),
  (random, bytes) => ({ name: 'flipped bits', bytes: flipped(random, bytes) }),
  (random, bytes) => ({
    name: 'something after it',
    bytes: Buffer.concat([
      bytes,
      Buffer.from(random.pick([',', '}', '{}', ']', ' x', '\0', '//', '/**/', bytes.toString()])),
    ]),
    expected: invalid,
  }),
  (_random, bytes) => ({
    name: 'UTF-16',
    bytes: Buffer.from(bytes.toString(), 'utf16le'),
    expected: invalid,
  }),
  (_random, bytes) => ({
    name: 'single quotes',
    bytes: Buffer.from(bytes.toString().replaceAll('"', "'")),
    expected: invalid,
  }),
  (random, bytes) => ({
    name: 'trailing comma',
    bytes: Buffer.from(bytes.toString().replace(/\}$/, random.pick([',}', ',,}', ',"a"}', ',"a":}']))),
    expected: invalid,
  }),
  (random) => {
    const text = random.pick([
      '[]',
      '[{}]',
      '"ideal"',
      '0',
      'true',
      'nul',
      'undefined',
      '{',
      '}',
      '"',
      '{]',
      '\\',
    ]);
    return { name: `only ${text}`, bytes: Buffer.from(text), expected: invalid };
  },
  (random) => ({ name: 'nothing', bytes: Buffer.from(random.pick(['', ' ', '\r\n', 'null', ' null\t'])) }),
  (_random, bytes) => ({ name: 'exactly 64 KiB', bytes: padded(bytes, bodyBytesMax) }),
  (random, bytes) => ({
    name: 'more than 64 KiB',
    bytes: padded(bytes, bodyBytesMax + random.pick([1, 2, 1_000, 100_000])),
    expected: { status: 413, code: 30 },
  }),
  (random) => ({
    name: 'brackets',
    bytes: Buffer.from(random.pick(['[', '{"a":', '"', '[{', '\\"', '{"\\']).repeat(random.whole(1, 9_000))),
    expected: invalid,
  }),
  (random) => ({
    name: 'noise',
    bytes: Buffer.from(Array.from({ length: random.whole(1, 600) }, () => random.whole(0, 255))),
  }),
];

function insideString(random: Random, bytes: Buffer): number {
  const quotes = [...bytes].flatMap((byte, index) => (byte === 0x22 ? [index + 1] : []));
  return quotes.length === 0 ? 0 : random.pick(quotes);
}

function inserted(bytes: Buffer, at: number, what: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, at), what, bytes.subarray(at)]);
}

function flipped(random: Random, bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  for (let count = random.whole(1, 8); count > 0 && copy.length > 0; count -= 1) {
    const at = random.whole(0, copy.length - 1);
    copy[at] = (copy[at] ?? 0) ^ (1 << random.whole(0, 7));
  }
  return copy;
}

function padded(bytes: Buffer, length: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(Math.max(0, length - bytes.length), ' ')]);
}
