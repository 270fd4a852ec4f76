import { africanCurrencies } from './payment-tables.js';
import type { Body } from './sample-bodies.js';

/**
 * Specification §2.10 with contract §5 and §6, written down a second time from their text. `formats` hold well- and
 * malformed values of the fields that the method's own object has; in `sample` every field is there.
 */
export type PayoutMethod = {
  readonly method: string;
  readonly currencies: string;
  readonly requisites: string;
  /** Wire paths. */
  readonly required: string;
  readonly conditional: string;
  readonly sample: Body;
  readonly formats: Readonly<
    Record<string, { readonly right: readonly unknown[]; readonly wrong: readonly unknown[] }>
  >;
};

const long = (length: number) => 'a'.repeat(length);
const noStrings = [5, true, ['a'], { text: 'a' }] as const;
const text = { right: ['a', 'Ñ', long(255)], wrong: [...noStrings, long(256), 'a\u0000'] };
/** What "valid e-mail" leaves out, for the customer as for a beneficiary. */
export const wrongEmails = [
  'ana',
  'ana@',
  '@example.com',
  'ana@example',
  'a b@example.com',
  'a@b..com',
  '.a@-x.com',
  'a@-x.com',
  'mailto:ana@example.com',
  'ana@example.com.',
  '<ana@example.com>',
  'Ana <ana@example.com>',
  'a.@x.com',
  `${long(65)}@example.com`,
] as const;
const email = {
  right: ['ana@example.com', 'ana+1@mail.example.co', '"quoted local"@example.com'],
  wrong: [...noStrings, ...wrongEmails],
};
/** Contract §5. */
const phone = {
  right: ['+234 803 123 4567', '08031234567', '12345'],
  wrong: [...noStrings, '1234', '-----', '(((((', '+-----', '+1 (2) 34', 'phone', '1'.repeat(25)],
};
/** An e-mail address of this length. */
const emailOf = (length: number) => `${long(length - 19)}@mail-1.example.com`;

/** "Letters, spaces, apostrophe, hyphen; 3 to 120 characters." */
const bolivianName = {
  right: [
    'Ana',
    'Luz María',
    "D'Angelo",
    'D’Angelo',
    'Pérez-Núñez',
    'Ágüero Ñuflo',
    'João',
    long(120),
    'Jose\u0301',
  ],
  wrong: [...noStrings, 'Al', long(121), 'Ana 2', 'Ana.', 'Ana_María', 'Ana, María', 'Ana\tMaría'],
};

export const payoutMethods: readonly PayoutMethod[] = [
  {
    method: 'bank_transfer_bolivia',
    currencies: 'BOB',
    requisites: 'bank_transfer_bolivia',
    required:
      'reference currency amount customer.identifier customer.country bank_transfer_bolivia.bank_code ' +
      'bank_transfer_bolivia.account_number bank_transfer_bolivia.account_type ' +
      'bank_transfer_bolivia.beneficiary_first_name bank_transfer_bolivia.beneficiary_last_name',
    conditional: '',
    sample: {
      method: 'bank_transfer_bolivia',
      reference: 'payout-1',
      currency: 'BOB',
      amount: 150.5,
      customer: { identifier: 'customer-1', country: 'BO' },
      bank_transfer_bolivia: {
        bank_code: '3',
        account_number: '123456789012',
        account_type: 'SAVINGS',
        account_number_alias: 'Savings of Luz',
        beneficiary_first_name: 'Luz María',
        beneficiary_last_name: "D'Angelo",
        beneficiary_email: 'luz@example.com',
        beneficiary_phone: '59171234567',
        beneficiary_document_type: 'CI',
        beneficiary_document_value: '1234567 LP',
      },
    },
    formats: {
      'customer.country': { right: ['BO'], wrong: ['PE', 'bo', 'BOL'] },
      'bank_transfer_bolivia.bank_code': { right: ['990'], wrong: [...noStrings, '4', '03', 'three'] },
      'bank_transfer_bolivia.account_number': {
        right: ['1', '123456789012345'],
        wrong: [...noStrings, '1234567890123456', '12-34', '1234 5678', '12a'],
      },
      'bank_transfer_bolivia.account_type': {
        right: ['SAVINGS', 'CHECKING'],
        wrong: [...noStrings, 'savings', 'CURRENT'],
      },
      'bank_transfer_bolivia.account_number_alias': text,
      'bank_transfer_bolivia.beneficiary_first_name': bolivianName,
      'bank_transfer_bolivia.beneficiary_last_name': bolivianName,
      'bank_transfer_bolivia.beneficiary_email': email,
      'bank_transfer_bolivia.beneficiary_phone': {
        right: ['59171234567', '59122123456', '591800123456'],
        wrong: [...noStrings, '+59171234567', '71234567', '591 71234567', '591-7123456', '591'],
      },
      'bank_transfer_bolivia.beneficiary_document_type': {
        right: ['CI', 'NIT'],
        wrong: [...noStrings, 'ci', 'DNI'],
      },
      'bank_transfer_bolivia.beneficiary_document_value': text,
    },
  },
  {
    method: 'pix',
    currencies: 'BRL',
    requisites: 'pix',
    required:
      'reference currency amount customer.identifier customer.first_name customer.last_name ' +
      'pix.name pix.account pix.account_type',
    conditional: 'customer.itn',
    sample: {
      method: 'pix',
      reference: 'payout-1',
      currency: 'BRL',
      amount: 99.9,
      customer: { identifier: 'customer-1', first_name: 'Ana', last_name: 'Silva', itn: '52998224725' },
      pix: {
        name: 'Ana Silva',
        account: '52998224725',
        account_type: 'CPF',
        document_number: '52998224725',
      },
    },
    formats: {
      'pix.name': {
        right: ['Ana S', 'José D’Ávila-Núñez', long(100), '𝒜'.repeat(5), '𝒜'.repeat(100)],
        wrong: [...noStrings, 'Ana', '𝒜'.repeat(4), long(101), '𝒜'.repeat(101)],
      },
      'pix.account_type': { right: ['CPF'], wrong: [...noStrings, 'cpf', 'RANDOM', 'EVP'] },
      'pix.account': { right: ['11144477735'], wrong: noStrings },
      'pix.document_number': text,
    },
  },
  {
    method: 'bank_transfer_africa',
    currencies: africanCurrencies,
    requisites: 'bank_transfer_africa',
    required: 'reference currency amount customer.identifier',
    conditional:
      'bank_transfer_africa.account_number bank_transfer_africa.account_number_alias ' +
      'bank_transfer_africa.beneficiary_first_name bank_transfer_africa.beneficiary_last_name ' +
      'bank_transfer_africa.beneficiary_email bank_transfer_africa.beneficiary_phone ' +
      'bank_transfer_africa.beneficiary_document_type bank_transfer_africa.beneficiary_document_value',
    sample: {
      method: 'bank_transfer_africa',
      reference: 'payout-1',
      currency: 'NGN',
      amount: 10000,
      customer: { identifier: 'customer-1' },
      bank_transfer_africa: {
        bank_code: '058',
        account_number: '0123456789',
        account_number_alias: 'Main',
        beneficiary_first_name: 'Chidi',
        beneficiary_last_name: "N'Guessan",
        beneficiary_email: 'chidi@example.com',
        beneficiary_phone: '+234 803 123 4567',
        beneficiary_document_type: 'NIN',
        beneficiary_document_value: '12345678901',
      },
    },
    formats: {
      'bank_transfer_africa.bank_code': text,
      'bank_transfer_africa.account_number': {
        right: ['012345', 'GH12AB34', '9'.repeat(34)],
        wrong: [...noStrings, '01234', '9'.repeat(35), '0123-456', '0123 456', 'número1'],
      },
      'bank_transfer_africa.account_number_alias': text,
      'bank_transfer_africa.beneficiary_first_name': text,
      'bank_transfer_africa.beneficiary_last_name': text,
      'bank_transfer_africa.beneficiary_email': email,
      'bank_transfer_africa.beneficiary_phone': phone,
      'bank_transfer_africa.beneficiary_document_type': text,
      'bank_transfer_africa.beneficiary_document_value': text,
    },
  },
];

/** §2.10: "1, 2, 3, 5, 6, … every value from 300 through 328, …", one by one. */
export const bolivianBanks =
  '1 2 3 5 6 7 8 9 22 45 47 49 52 53 200 201 202 203 204 205 206 207 ' +
  '300 301 302 303 304 305 306 307 308 309 310 311 312 313 314 315 316 317 318 319 320 321 322 323 324 325 326 327 328 ' +
  '400 401 402 403 404 405 406 407 900 901 902 903 904 990';

/** §2.10: "Length 10 for bank codes 1 and 2; 14 for code 6; up to 15 for all other banks." */
export const fixedAccountLengths: Readonly<Record<string, number>> = { 1: 10, 2: 10, 6: 14 };

/** Contract §5: "CPF 11 digits, CNPJ `[A-Z0-9]{12}\d{2}`, PHONE `+55` and 10–11 digits, EMAIL valid." */
export const pixKeys: Readonly<
  Record<string, { readonly right: readonly string[]; readonly wrong: readonly string[] }>
> = {
  CPF: { right: ['52998224725', '00000000000'], wrong: ['5299822472', '529982247250', '529.982.247-25'] },
  CNPJ: {
    right: ['11222333000181', '12ABC34501DE35'],
    wrong: ['1122233300018', '112223330001811', '12abc34501de35', '12ABC34501DEAB', '11.222.333/0001-81'],
  },
  PHONE: {
    right: ['+5511912345678', '+551134567890'],
    wrong: ['11912345678', '5511912345678', '+55119123456789', '+55 11912345678', '+3511912345678'],
  },
  EMAIL: {
    right: ['ana@example.com', emailOf(77)],
    wrong: [...wrongEmails, '+5511912345678', '52998224725', emailOf(78)],
  },
};
