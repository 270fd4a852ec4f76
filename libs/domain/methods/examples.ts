import type { RoutedType, Style } from '../transaction/status.js';
import type { Method } from './method.js';

/** A request body with nothing in it but what its catalogue row requires, ready for `JSON.stringify`. */
export type Example = {
  readonly code: string;
  readonly type: RoutedType;
  readonly style: Style;
  readonly body: ExampleBody;
};
export type ExampleBody = Readonly<Record<string, unknown>>;

const person = { identifier: 'customer-1', first_name: 'Ana', last_name: 'Silva' };
const cardHolder = {
  ...person,
  email: 'ana@example.com',
  phone: '+351 912 345 678',
  country: 'PT',
  state_code: 'PT-11',
  city: 'Lisboa',
  address: 'Rua Augusta 1',
  zip_code: '1100-048',
  birthday: '1990-05-17',
  ip: '203.0.113.7',
};

/** One for each row of the catalogue; every number on a document or account is made up and has right check digits. */
export const examples: readonly Example[] = [
  hosted('qr_code', {
    currency: 'COP',
    amount: 50000,
    customer: { ...person, email: 'ana@example.com', phone: '+573001234567', itn: '1020304050' },
    extra: { meta: { documentType: 'CO_CC' } },
  }),
  hosted('wallet_mach', {
    currency: 'CLP',
    amount: 12000,
    customer: { ...person, country: 'CL', itn: '12.345.678-5' },
  }),
  hosted('pix', { currency: 'BRL', amount: 25.5, customer: { ...person, itn: '52998224725' } }),
  hosted('multibanco', { currency: 'EUR', amount: '15.90', customer: { identifier: 'customer-1' } }),
  hosted('card', { currency: 'EUR', amount: 10, customer: cardHolder }),
  hosted('p2c', { currency: 'UZS', amount: 150000, customer: person }),
  hosted('cash_uruguay', {
    currency: 'UYU',
    amount: 900,
    customer: { ...person, phone: '+598 94 123 456', country: 'UY', itn: '1.234.567-2' },
  }),
  hosted('cash_mexico', {
    currency: 'MXN',
    amount: 350,
    customer: { ...person, country: 'MX', itn: 'XAXX010101000' },
  }),
  direct('payid', {
    mode: 'initial',
    currency: 'AUD',
    amount: 40,
    customer: { ...person, email: 'ana@example.com' },
  }),
  direct('mbway', {
    mode: 'initial',
    currency: 'EUR',
    amount: 9.99,
    customer: { identifier: 'customer-1' },
  }),
  direct('ussd', {
    mode: 'initial',
    currency: 'NGN',
    amount: 5000,
    channel_code: '737',
    redirect_url: 'https://shop.example.com/done',
    callback_url: 'https://shop.example.com/callbacks',
  }),
  direct('ideal', {
    mode: 'initial',
    currency: 'EUR',
    amount: 10.1,
    customer: { ...person, country: 'NL' },
  }),
  direct('cash_costa_rica', {
    currency: 'CRC',
    amount: 8000,
    customer: { ...person, phone: '+506 8123 4567', country: 'CR' },
  }),
  direct('card', { currency: 'EUR', amount: 10, customer: cardHolder }),
  direct('p2c', {
    currency: 'EGP',
    amount: 300,
    customer: { ...person, email: 'ana@example.com', phone: '+20 100 123 4567' },
  }),
  direct('bank_transfer_mexico', {
    currency: 'MXN',
    amount: 1200,
    customer: { ...person, itn: 'XEXX010101000' },
  }),
  direct('bank_transfer_peru', {
    mode: 'initial',
    currency: 'PEN',
    amount: 75,
    customer: { ...person, country: 'PE', itn: '12345678' },
  }),
  payout('bank_transfer_africa', {
    currency: 'NGN',
    amount: 10000,
    customer: { identifier: 'customer-1' },
  }),
  payout('bank_transfer_bolivia', {
    currency: 'BOB',
    amount: 150.5,
    customer: { identifier: 'customer-1', country: 'BO' },
    bank_transfer_bolivia: {
      bank_code: '1',
      account_number: '1234567890',
      account_type: 'SAVINGS',
      beneficiary_first_name: 'Luz María',
      beneficiary_last_name: "D'Angelo",
    },
  }),
  payout('pix', {
    currency: 'BRL',
    amount: 99.9,
    customer: person,
    pix: { name: 'Ana Silva', account: '52998224725', account_type: 'CPF' },
  }),
];

/** The card of the sandbox that has no scenario of its own (contract §10). */
export const exampleCard = {
  pan: '4242424242424242',
  exp_month: '12',
  exp_year: '2035',
  holder_name: 'Ana Silva',
  cvv: '123',
} as const;

/** The example of a catalogue row. Throws when a row has none. */
export function exampleOf(row: Method): ExampleBody {
  const example = examples.find(
    ({ code, type, style }) => code === row.code && type === row.type && style === row.style,
  );
  if (example === undefined) throw new Error(`${row.style} ${row.type} ${row.code} has no example`);
  return example.body;
}

function hosted(code: string, fields: ExampleBody): Example {
  const body = { widget: { method: code }, reference: `${code}-1`, ...fields };
  return { code, type: 'payment', style: 'hpp', body };
}

function direct(code: string, fields: ExampleBody): Example {
  return { code, type: 'payment', style: 'h2h', body: { method: code, reference: `${code}-1`, ...fields } };
}

function payout(code: string, fields: ExampleBody): Example {
  return { code, type: 'payout', style: 'h2h', body: { method: code, reference: `${code}-1`, ...fields } };
}
