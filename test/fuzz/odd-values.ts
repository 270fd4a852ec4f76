import type { Random } from '../fakes/seeded-random.js';

/** JSON texts of numbers, and of what only looks like one, that a reader may take for something else. */
const oddNumbers = [
  '0',
  '-0',
  '-1',
  '00',
  '010',
  '+1',
  '.5',
  '5.',
  '1e2',
  '1E+2',
  '1e400',
  '-1e400',
  '1e-400',
  '1e999999999',
  '0.1e1',
  '10.0',
  '10.000000000000000000000000000001',
  '0.0000000000000000000000000000000000001',
  '9007199254740993',
  '999999999999999',
  '1000000000000000',
  '99999999999999999999999999999999999999999999',
  'NaN',
  'Infinity',
  '0x10',
  '1_000',
  '1,000',
  '\u0661\u0660',
] as const;

/** JSON texts of strings that Unicode, HTML, SQL or a shell would make something of. */
const oddStrings = [
  String.raw`"\u0000"`,
  String.raw`"a\u0000b"`,
  String.raw`"\ud800"`,
  String.raw`"\udc00\ud800"`,
  String.raw`"\ud83d\ude00"`,
  String.raw`"\u202egnp.exe"`,
  String.raw`"\u200b"`,
  String.raw`"\u00a0\u2003"`,
  String.raw`"\ufeffideal"`,
  String.raw`"\uffff"`,
  String.raw`"\u001b[31m"`,
  String.raw`"\u0085\u2028\u2029"`,
  String.raw`"\x41"`,
  String.raw`"\u12"`,
  '"\n"',
  '"\t"',
  '"е\u0455\u0456\u0501"',
  '"ｉｄｅａｌ"',
  '"İDEAL"',
  '"ß\u0301\u0301\u0301\u0301\u0301\u0301\u0301"',
  '"👩‍👩‍👧‍👦"',
  '"../../etc/passwd"',
  '"."',
  '".."',
  '"%00"',
  `"' or 1=1 --"`,
  '"<script>alert(1)</script>"',
  '"${jndi:ldap://x}"',
  '"$where"',
  '"null"',
  '"undefined"',
  '"true"',
  '"[object Object]"',
  '"2026-02-30"',
  '"http://169.254.169.254/"',
  '"https://user:password@shop.example.com/"',
  '"javascript:alert(1)"',
  '"a@b@c"',
] as const;

/** JSON texts of every type, empty and not. */
const oddTypes = [
  'null',
  'true',
  'false',
  '0',
  '1',
  '""',
  '" "',
  '"\\t"',
  '[]',
  '{}',
  '[null]',
  '[[]]',
  '[{}]',
  '{"":{}}',
  '{"$ne":null}',
  '{"toString":"x"}',
  '{"length":1}',
  '{"then":1}',
  '{"0":"a","1":"b"}',
] as const;

const oddKeys = ['', ' ', '$', 'a.b', 'toString', 'hasOwnProperty', '\u202e', 'е', '\ud83d\ude00', '0', '*'];
const lengths = [24, 128, 129, 255, 256, 1024, 1025, 2048, 2049, 20_000];

export function oddNumber(random: Random): string {
  if (random.chance(0.7)) return random.pick(oddNumbers);
  const digits = () => String(random.whole(0, 999_999_999)).repeat(random.pick([1, 1, 2, 50])) || '0';
  const sign = random.chance(0.2) ? '-' : '';
  const exponent = random.chance(0.3) ? `e${random.whole(-500, 500)}` : '';
  return `${sign}${digits()}${random.chance(0.5) ? `.${digits()}` : ''}${exponent}`;
}

export function oddString(random: Random): string {
  if (random.chance(0.7)) return random.pick(oddStrings);
  const unit = random.pick(['a', 'é', '\u{1F600}', '\u0301', ' ', '9', '中', '\u200f']);
  return JSON.stringify(unit.repeat(random.pick(lengths)));
}

export function oddType(random: Random): string {
  return random.pick(oddTypes);
}

/** A key close to the given one, or a strange one. */
export function oddKey(random: Random, key: string): string {
  const near = [
    key.toUpperCase(),
    ` ${key}`,
    `${key} `,
    `${key}[]`,
    `${key}\u200b`,
    key.replace('_', ''),
    `${key}s`,
  ];
  return random.pick([...near, ...oddKeys]);
}

/** Bytes that are no UTF-8, or more than they seem. */
export const oddBytes: readonly Buffer[] = [
  Buffer.from([0xff]),
  Buffer.from([0xc0, 0x80]),
  Buffer.from([0xed, 0xa0, 0x80]),
  Buffer.from([0xf4, 0x90, 0x80, 0x80]),
  Buffer.from([0xe2, 0x82]),
  Buffer.from([0x00]),
  Buffer.from([0xef, 0xbb, 0xbf]),
];
