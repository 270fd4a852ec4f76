import { bolivianBankCodes, fourteenDigitBanks, otherBanks, tenDigitBanks } from './bolivian-banks.js';

/**
 * What a catalogue row may demand of a field that is present. Five shapes only; a sixth needs a decision record
 * (docs/decisions/0045-forms-by-name.md). `path` is a wire path.
 */
export type FieldRule = PlainRule | ConditionalRule;
export type PlainRule =
  | { readonly path: string; readonly oneOf: readonly string[] }
  | { readonly path: string; readonly matches: RegExp; readonly problem: string }
  /** Length in code points, both ends included. */
  | { readonly path: string; readonly length: readonly [min: number, max: number] }
  /** A form that other fields have as well: the rule is theirs, too. */
  | { readonly path: string; readonly form: keyof GeneralForms };
type ConditionalRule = {
  readonly when: string;
  readonly is: readonly string[];
  readonly must: PlainRule;
};

/** A form that fields of any name may have in common (contract §5). */
export type GeneralForm = {
  readonly accepts: (text: string) => boolean;
  /** Completes the sentence "<path>: …". */
  readonly problem: string;
};
export type GeneralForms = { readonly email: GeneralForm; readonly phone: GeneralForm };

const documentType = 'extra.meta.documentType';

/** Specification §2.5, and the phone form of contract §5. */
export const colombianRules: readonly FieldRule[] = [
  {
    path: 'customer.phone',
    matches: /^(\+?57)?[36]\d{9}$/,
    problem: 'must be a Colombian number: 10 digits beginning with 3 or 6, with or without 57',
  },
  { path: documentType, oneOf: ['CO_CC', 'CO_CE', 'CO_NIT'] },
  {
    when: documentType,
    is: ['CO_CC', 'CO_CE'],
    must: { path: 'customer.itn', matches: /^\d{6,10}$/, problem: 'must be 6 to 10 digits' },
  },
  {
    when: documentType,
    is: ['CO_NIT'],
    must: { path: 'customer.itn', matches: /^\d{9}-\d$/, problem: 'must be 9 digits, a hyphen and 1 digit' },
  },
];

export const brazilianPaymentRules: readonly FieldRule[] = [{ path: documentType, oneOf: ['BR_CPF'] }];

const beneficiaryName = /^[\p{L}\p{M} '’-]{3,120}$/u;

const pixAccount = 'pix.account';

/** Specification §2.10 and contract §5. */
export const pixPayoutRules: readonly FieldRule[] = [
  { path: 'pix.name', length: [5, 100] },
  { path: 'pix.account_type', oneOf: ['CPF', 'CNPJ', 'PHONE', 'EMAIL'] },
  { path: 'pix.account', length: [1, 255] },
  pixKey('CPF', { path: pixAccount, matches: /^\d{11}$/, problem: 'must be 11 digits' }),
  pixKey('CNPJ', {
    path: pixAccount,
    matches: /^[A-Z0-9]{12}\d{2}$/,
    problem: 'must be 12 letters or digits and 2 digits',
  }),
  pixKey('PHONE', {
    path: pixAccount,
    matches: /^\+55\d{10,11}$/,
    problem: 'must be +55 and 10 or 11 digits',
  }),
  pixKey('EMAIL', { path: pixAccount, form: 'email' }),
  // As the directory of PIX keys (DICT) limits them.
  pixKey('EMAIL', { path: pixAccount, length: [1, 77] }),
  { path: 'pix.document_number', length: [1, 255] },
];

function pixKey(accountType: string, must: PlainRule): FieldRule {
  return { when: 'pix.account_type', is: [accountType], must };
}

/** Specification §2.10. */
export const bolivianRules: readonly FieldRule[] = [
  { path: 'customer.country', oneOf: ['BO'] },
  { path: 'bank_transfer_bolivia.bank_code', oneOf: bolivianBankCodes },
  {
    path: 'bank_transfer_bolivia.account_number',
    matches: /^\d{1,15}$/,
    problem: 'must be digits, at most 15',
  },
  bolivianAccount(tenDigitBanks, /^\d{10}$/, 'must be 10 digits for this bank'),
  bolivianAccount(fourteenDigitBanks, /^\d{14}$/, 'must be 14 digits for this bank'),
  bolivianAccount(otherBanks, /^\d{1,15}$/, 'must be at most 15 digits for this bank'),
  { path: 'bank_transfer_bolivia.account_type', oneOf: ['SAVINGS', 'CHECKING'] },
  { path: 'bank_transfer_bolivia.beneficiary_document_type', oneOf: ['CI', 'NIT'] },
  {
    path: 'bank_transfer_bolivia.beneficiary_phone',
    matches: /^591\d{5,12}$/,
    problem: 'must be 8 to 15 digits only and begin with 591',
  },
  ...['beneficiary_first_name', 'beneficiary_last_name'].map((name) => ({
    path: `bank_transfer_bolivia.${name}`,
    matches: beneficiaryName,
    problem: 'must be 3 to 120 letters, spaces, apostrophes or hyphens',
  })),
  ...beneficiaryRules('bank_transfer_bolivia'),
];

function bolivianAccount(banks: readonly string[], matches: RegExp, problem: string): FieldRule {
  const path = 'bank_transfer_bolivia.account_number';
  return { when: 'bank_transfer_bolivia.bank_code', is: banks, must: { path, matches, problem } };
}

/** Contract §6. */
export const africanRules: readonly FieldRule[] = [
  { path: 'bank_transfer_africa.bank_code', length: [1, 255] },
  {
    path: 'bank_transfer_africa.account_number',
    matches: /^[A-Za-z0-9]{6,34}$/,
    problem: 'must be 6 to 34 letters and digits',
  },
  ...['beneficiary_first_name', 'beneficiary_last_name', 'beneficiary_document_type'].map((name) => ({
    path: `bank_transfer_africa.${name}`,
    length: [1, 255] as const,
  })),
  { path: 'bank_transfer_africa.beneficiary_phone', form: 'phone' },
  ...beneficiaryRules('bank_transfer_africa'),
];

function beneficiaryRules(requisites: string): FieldRule[] {
  return [
    { path: `${requisites}.account_number_alias`, length: [1, 255] },
    { path: `${requisites}.beneficiary_document_value`, length: [1, 255] },
    { path: `${requisites}.beneficiary_email`, form: 'email' },
  ];
}
