import { describe, expect, it } from 'vitest';
import { JsonNumber } from '../json.js';
import type { JsonObject, JsonValue } from '../json.js';
import { bolivianBankCodes } from './bolivian-banks.js';
import { catalogue } from './catalogue.js';
import { checkFields, requiredFields } from './check-fields.js';
import { exampleOf } from './examples.js';
import { methodOf } from './find-method.js';

const payouts = catalogue.filter(({ type }) => type === 'payout').map((row) => [row.code, row] as const);
const bolivia = methodOf('payout', 'h2h', 'bank_transfer_bolivia');
const pix = methodOf('payout', 'h2h', 'pix');
const africa = methodOf('payout', 'h2h', 'bank_transfer_africa');

describe('payout bodies', () => {
  it.each(payouts)('%s: the minimal body has no fault', (_code, row) => {
    expect(checkFields(row, bodyOf(exampleOf(row)))).toEqual({ missing: [], malformed: [] });
  });

  it.each(payouts)('%s: each required field is missed, alone', (_code, row) => {
    for (const path of requiredFields(row)) {
      expect(checkFields(row, without(bodyOf(exampleOf(row)), path)).missing).toEqual([path]);
    }
  });

  it.each([
    ['bank_transfer_bolivia', bolivia],
    ['pix', pix],
    ['bank_transfer_africa', africa],
  ])('%s: requisites that are present and not an object are missing', (name, row) => {
    const faults = checkFields(row, { ...bodyOf(exampleOf(row)), [name]: 'text' });
    expect(faults).toEqual({ missing: [name], malformed: [] });
  });

  it('absent requisites are listed by what is required in them', () => {
    const { pix: _pix, ...body } = bodyOf(exampleOf(pix));
    expect(checkFields(pix, body).missing).toEqual(['pix.name', 'pix.account', 'pix.account_type']);
  });

  it.each([
    ['1', '123456789', true],
    ['1', '1234567890', false],
    ['2', '12345678901', true],
    ['6', '12345678901234', false],
    ['6', '1234567890', true],
    ['328', '123456789012345', false],
    ['328', '1234567890123456', true],
    ['4', '1234567890', true],
  ])('Bolivian bank %s with account %s: wrong is %s', (bankCode, account, isWrong) => {
    const requisites = { bank_code: bankCode, account_number: account, account_type: 'SAVINGS' };
    const body = { ...bodyOf(exampleOf(bolivia)), bank_transfer_bolivia: requisites };
    expect(checkFields(bolivia, body).malformed.length > 0).toBe(isWrong);
  });

  it('knows the 65 Bolivian banks of the specification', () => {
    expect(bolivianBankCodes).toHaveLength(65);
    expect(new Set(bolivianBankCodes).size).toBe(bolivianBankCodes.length);
    for (const code of ['3', '9', '22', '53', '200', '207', '300', '328', '400', '407', '904', '990']) {
      expect(bolivianBankCodes).toContain(code);
    }
    for (const code of ['4', '299', '329', '408', '905']) expect(bolivianBankCodes).not.toContain(code);
  });

  it('a Bolivian payout goes to Bolivia', () => {
    const body = { ...bodyOf(exampleOf(bolivia)), customer: { identifier: 'a', country: 'PE' } };
    expect(checkFields(bolivia, body).malformed).toEqual([
      { path: 'customer.country', problem: 'must be BO' },
    ]);
  });

  it.each([
    ['CPF', '52998224725', true],
    ['CPF', '529.982.247-25', false],
    ['CNPJ', '12ABC34501DE35', true],
    ['CNPJ', '12abc34501de35', false],
    ['PHONE', '+5511912345678', true],
    ['PHONE', '11912345678', false],
    ['EMAIL', 'ana@example.com', true],
    ['EMAIL', 'ana', false],
    ['RANDOM', 'ana@example.com', false],
  ])('PIX key %s %s: right is %s', (accountType, account, isRight) => {
    const body = {
      ...bodyOf(exampleOf(pix)),
      pix: { name: 'Ana Silva', account, account_type: accountType },
    };
    expect(checkFields(pix, body).malformed.length === 0).toBe(isRight);
  });

  it('counts a PIX name by code points, 5 to 100', () => {
    const named = (name: string) =>
      checkFields(pix, {
        ...bodyOf(exampleOf(pix)),
        pix: { name, account: '52998224725', account_type: 'CPF' },
      });
    expect(named('𝒜𝓃𝒶𝒮𝒾').malformed).toEqual([]);
    expect(named('𝒜𝓃𝒶𝒮').malformed).toEqual([{ path: 'pix.name', problem: 'must be 5 to 100 characters' }]);
    expect(named('a'.repeat(101)).malformed).toHaveLength(1);
  });
});

describe('without a row', () => {
  it('only reference, currency and amount are required', () => {
    expect(checkFields(undefined, {}).missing).toEqual(['reference', 'currency', 'amount']);
  });
});

function bodyOf(example: Readonly<Record<string, unknown>>): JsonObject {
  return Object.fromEntries(Object.entries(example).map(([name, value]) => [name, jsonOf(value)]));
}

function jsonOf(value: unknown): JsonValue {
  if (typeof value === 'number') return new JsonNumber(String(value));
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'object' && value !== null) return bodyOf({ ...value });
  throw new TypeError('An example holds JSON only');
}

function without(body: JsonObject, path: string): JsonObject {
  const [first = '', ...rest] = path.split('.');
  const { [first]: removed, ...others } = body;
  if (rest.length === 0 || removed === undefined) return others;
  return { ...others, [first]: without(removed as JsonObject, rest.join('.')) };
}
