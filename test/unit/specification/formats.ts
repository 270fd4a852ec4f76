import { wrongEmails } from './payout-tables.js';

/** Contract §5, field by field: values that are well formed, and values that are not. Wire paths. */
export type FieldFormat = { readonly right: readonly unknown[]; readonly wrong: readonly unknown[] };

const long = (length: number) => 'a'.repeat(length);
/** Characters outside the basic plane count once. */
const wide = (length: number) => '𝒜'.repeat(length);
const noStrings = [5, true, { text: 'a' }, ['a']] as const;

const text: FieldFormat = {
  right: ['a', 'Ñandú O’Brien', long(255), wide(255)],
  wrong: [...noStrings, long(256), 'a\u0000b', '\ud800'],
};

const languageTag: FieldFormat = {
  right: [
    'en',
    'pt-BR',
    'zh-Hant-TW',
    'es-419',
    'tlh',
    'x-private',
    'de-DE-u-co-phonebk',
    'pt_BR',
    'zh_Hant_TW',
  ],
  wrong: [...noStrings, 'e', 'english language', 'a-DE', 'pt__BR', '_pt', 'pt_', 'en_US.UTF-8'],
};

export const url: FieldFormat = {
  right: [
    'http://localhost:3002/merchant/done',
    'http://127.0.0.1/',
    'https://[::1]:8443/x',
    'http://my_service:8080/hooks',
    'https://a.example.com/?a=b@c#d',
    'HTTPS://A.EXAMPLE.COM',
    'https://münchen.example/straße',
    `https://a.com/${long(2048 - 14)}`,
  ],
  wrong: [
    ...noStrings,
    '//a.com',
    'a.com',
    'https://',
    'https:a.com',
    'https:/a.com',
    'http:///a.com',
    'ftp://a.com/',
    'javascript:alert(1)',
    'https://user:password@a.com/',
    'https://user@a.com/',
    'https://@a.com/',
    'https://a.com\\@b.com/',
    'https://a.com/a b',
    'https://a.com/\u0001',
    'https://a.com:99999/',
    `https://a.com/${long(2048 - 13)}`,
  ],
};

/** Fields that every payment has. `mode` and `reference` are never optional in form. */
export const commonFormats: Readonly<Record<string, FieldFormat>> = {
  mode: { right: ['initial'], wrong: [...noStrings, 'recurring', 'INITIAL', ' initial'] },
  reference: {
    right: ['a', '...', 'ordre n° 7/é', long(128), wide(128)],
    wrong: [...noStrings, '.', '..', long(129), 'a\nb', 'a\u0000', 'a\u0085b', '\ud800'],
  },
  description: { right: [long(1024), wide(1024)], wrong: [...noStrings, long(1025), 'a\u0000b'] },
  customer: { right: [], wrong: ['text', 5, true, [], [{ identifier: 'a' }]] },
  extra: { right: [], wrong: ['text', 5, true, []] },
  'extra.meta': { right: [], wrong: ['text', 5, true, [1]] },
  'extra.meta.anything': {
    right: ['text', long(255), 5, 1.5, -1e3, 1e308, -1e308, 1e-308, true, false],
    wrong: [{ deep: 1 }, [1], long(256)],
  },
};

export const languageTags: FieldFormat = languageTag;
export const anyText: FieldFormat = text;

/** §2.3: all fields are strings. */
export const customerFormats: Readonly<Record<string, FieldFormat>> = {
  identifier: text,
  email: {
    right: ['ana@example.com', 'ana+shop@mail.example.co.uk', "o'brien@example.ie", 'josé@example.com'],
    wrong: [...noStrings, ...wrongEmails, 'a@b@example.com'],
  },
  phone: {
    right: ['+31612345678', '31612345678', '0612345678', '+31 (0)6 1234-5678', '12345', '1'.repeat(24)],
    wrong: [
      ...noStrings,
      '1234',
      '1'.repeat(25),
      'phone',
      '+1 2345 x',
      '12345+',
      '++12345',
      '123.456.789',
      '-----',
      '(((((',
      '+-----',
      '+1 (2) 34',
    ],
  },
  first_name: text,
  last_name: text,
  middle_name: text,
  country: {
    right: ['NL', 'BR', 'US', 'AX'],
    wrong: [...noStrings, 'nl', 'NLD', 'XX', 'EU', 'XK', '528'],
  },
  state_code: {
    right: ['NH', 'NL-NH', 'US-CA', '13', 'GB-ENG', 'A'],
    wrong: [...noStrings, 'nl-NH', 'nh', 'NL-', 'NL-ABCD', 'ABCD', 'N H', 'NLD-NH'],
  },
  city: text,
  address: text,
  zip_code: text,
  itn: text,
  birthday: {
    right: ['1990-05-17', '2000-02-29', '1999-12-31'],
    wrong: [
      ...noStrings,
      '1990-02-30',
      '1990-2-3',
      '1900-02-29',
      '17.05.1990',
      '1990-05-17T00:00:00Z',
      '1990-13-01',
    ],
  },
  ip: {
    right: ['203.0.113.7', '2001:db8::1', '::1', '::ffff:203.0.113.7'],
    wrong: [...noStrings, '1.2.3', '1.2.3.256', 'localhost', '::g', '203.0.113.7/24'],
  },
  gender: text,
};

/** Contract §5: the phone of `qr_code`. */
export const colombianPhone: FieldFormat = {
  right: ['3001234567', '6012345678', '573001234567', '+573001234567'],
  wrong: ['1234567890', '300123456', '30012345678', '+58 3001234567', '+573001234567x', '300 123 4567'],
};

/** §2.4. */
export const typedMetaFormats: Readonly<Record<string, FieldFormat>> = {
  meta_data1: { right: ['text'], wrong: [1, true] },
  meta_data2: { right: [1, 0, -3], wrong: ['1', 1.5, true] },
  meta_data3: { right: [true, false], wrong: ['true', 1] },
  meta_data4: {
    right: [
      '2024-02-29T10:00:00.5+01:00',
      '2024-02-29T10:00:00Z',
      '2024-02-29 10:00:00-0500',
      '2024-02-29 10:00:00+03',
    ],
    wrong: [
      '2024-02-29T10:00:00+99:99',
      '2024-02-29T10:00:00+24:00',
      '2024-02-29T10:00:00-14:60',
      '2024-02-30T10:00:00+01:00',
      '2024-02-29T10:00:00',
      '2024-02-29T24:00:00Z',
      '2024-02-29',
      1,
      true,
    ],
  },
};

/** Contract §5: the card. */
export const cardFormats: Readonly<Record<string, FieldFormat>> = {
  pan: {
    right: ['4242424242424242', '378282246310005', '6304000000000000', '6799990100000000019'],
    wrong: [4242424242424242, '4242424242424241', '4242 4242 4242 4242', '42424242428', '4'.repeat(20)],
  },
  exp_month: { right: ['1', '01', '9', '12'], wrong: [1, '0', '00', '13', '001', 'January'] },
  exp_year: { right: ['35', '2035'], wrong: [2035, '5', '205', '20355', 'MMXL'] },
  holder_name: { right: ['Al', 'ANA D’SILVA-NÚÑEZ', long(120)], wrong: [5, 'A', long(121)] },
  cvv: { right: ['123', '1234'], wrong: [123, '12', '12345', '12a'] },
};

/** Contract §5: JSON texts of `amount` by the form a method takes. EUR and the like: two decimals. */
export const amountTexts = {
  integer: {
    right: ['1', '10', '999999999999999'],
    wrong: ['0', '-1', '10.0', '10.5', '1e1', '1E1', '1000000000000000', '"10"', 'true', '[1]', '{"a":1}'],
  },
  number: {
    right: ['1', '10', '10.1', '10.10', '0.01', '999999999999999.99'],
    wrong: ['0', '0.00', '-1', '-0.5', '1e1', '1.0e1', '10.100', '1000000000000000', '"10.1"', 'true', '[1]'],
  },
  string: {
    right: ['"1"', '"10.1"', '"10.10"', '"0.01"', '"999999999999999.99"'],
    wrong: [
      '"0"',
      '"-1"',
      '"+1"',
      '"1e1"',
      '"01"',
      '".5"',
      '"5."',
      '"1,5"',
      '" 1"',
      '"10.100"',
      '"ten"',
      '1',
      '10.1',
      'true',
    ],
  },
} as const;
