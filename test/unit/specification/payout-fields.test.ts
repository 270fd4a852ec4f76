import { parse } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { currencyCodes } from '#domain/values/currencies';
import { catalogue } from '#domain/methods/catalogue';
import { checkFields } from '#domain/methods/check-fields';
import { methodOf, takesCurrency } from '#domain/methods/find-method';
import { pruneBody } from '../../../apps/api/src/http/check-body.js';
import { generalForms } from '../../../apps/api/src/http/general-forms.js';
import type { ParsedBody } from '../../../apps/api/src/http/check-body.js';
import { amountTexts } from './formats.js';
import { words } from './payment-tables.js';
import { bolivianBanks, fixedAccountLengths, payoutMethods, pixKeys } from './payout-tables.js';
import { putAt } from './sample-bodies.js';
import type { Body } from './sample-bodies.js';

/** Every rule of specification §2.10 as far as the catalogue knows it, from tables of the tests' own. */
const nothing = [undefined, null, '', '  '];

it('the catalogue has the payout methods of §2.1', () => {
  const codes = catalogue.filter(({ type }) => type === 'payout').map(({ code }) => code);
  expect(codes).toEqual(expect.arrayContaining(payoutMethods.map(({ method }) => method)));
});

describe.each(payoutMethods.map((payout) => [payout.method, payout] as const))('%s', (method, payout) => {
  const { sample } = payout;
  const required = words(payout.required);
  const optional = Object.keys(payout.formats).filter((path) => !required.includes(path));

  it('has no fault with everything that it takes, nor with what it requires alone', () => {
    expect(faultsOf(method, sample)).toEqual({ missing: [], malformed: [] });
    const minimal = optional.reduce((body, path) => putAt(body, path, undefined), sample);
    expect(faultsOf(method, minimal)).toEqual({ missing: [], malformed: [] });
  });

  it('each required field that is absent, null, empty or blank → 31, naming exactly its path', () => {
    for (const path of required) {
      for (const value of nothing) {
        expect(faultsOf(method, putAt(sample, path, value)).missing, `with ${path}`).toEqual([path]);
      }
    }
  });

  it('each optional field that is absent, null, empty or blank → accepted', () => {
    for (const path of optional) {
      for (const value of nothing) {
        expect(faultsOf(method, putAt(sample, path, value)), `with ${path}`).toEqual({
          missing: [],
          malformed: [],
        });
      }
    }
  });

  it('its conditional fields are those of the tables', () => {
    const { conditional } = methodOf('payout', 'h2h', method);
    expect(conditional).toEqual(words(payout.conditional).filter((path) => path !== ''));
  });

  it.each(Object.entries(payout.formats))('%s has its format', (path, { right, wrong }) => {
    for (const value of right) {
      expect(faultsOf(method, putAt(sample, path, value)), `with ${String(value)}`).toEqual({
        missing: [],
        malformed: [],
      });
    }
    for (const value of wrong) {
      const { missing, malformed } = faultsOf(method, putAt(sample, path, value));
      expect([...missing, ...new Set(malformed)], `with ${JSON.stringify(value)}`).toEqual([path]);
    }
  });

  it('the object absent → 31 by what it requires; not an object → 31 for itself', () => {
    const inside = required.filter((path) => path.startsWith(`${payout.requisites}.`));
    expect(faultsOf(method, putAt(sample, payout.requisites, undefined)).missing).toEqual(inside);
    for (const value of ['text', 5, true, []]) {
      const faults = faultsOf(method, putAt(sample, payout.requisites, value));
      expect(faults.missing, `with ${String(value)}`).toEqual([payout.requisites]);
    }
  });

  it('its amount is a number or an integer', () => {
    const { right, wrong } = amountTexts.number;
    const decimals = payout.currencies.includes('BOB') || method === 'pix';
    for (const text of right.filter((each) => decimals || !each.includes('.'))) {
      expect(faultsOfText(method, withAmount(sample, text)).malformed, `with ${text}`).toEqual([]);
    }
    for (const text of wrong)
      expect(faultsOfText(method, withAmount(sample, text)).malformed).toEqual(['amount']);
  });

  it('takes its currencies only', () => {
    const row = methodOf('payout', 'h2h', method);
    for (const currency of currencyCodes) {
      expect(takesCurrency(row, currency)).toBe(words(payout.currencies).includes(currency));
    }
  });

  it('extra.meta holds strings, numbers and booleans', () => {
    expect(faultsOf(method, putAt(sample, 'extra.meta.order', 'x')).malformed).toEqual([]);
    const deep = faultsOf(method, putAt(sample, 'extra.meta.order', { deep: 1 }));
    expect(deep.malformed).toEqual(['extra.meta.order']);
  });
});

describe('Bolivian account numbers', () => {
  const [bolivia] = payoutMethods.filter(({ method }) => method === 'bank_transfer_bolivia');
  const faultsFor = (bankCode: string, length: number) => {
    const body = putAt(bolivia?.sample ?? {}, 'bank_transfer_bolivia.bank_code', bankCode);
    const account = '1'.repeat(length);
    return faultsOf('bank_transfer_bolivia', putAt(body, 'bank_transfer_bolivia.account_number', account));
  };

  it.each(words(bolivianBanks))('bank %s takes accounts of its length', (bankCode) => {
    for (let length = 1; length <= 16; length += 1) {
      const fits = length === (fixedAccountLengths[bankCode] ?? Math.min(length, 15));
      const malformed = fits ? [] : ['bank_transfer_bolivia.account_number'];
      expect([...new Set(faultsFor(bankCode, length).malformed)], `${length} digits`).toEqual(malformed);
    }
  });

  it('every other number up to 1000 is no bank', () => {
    for (let code = 0; code <= 1000; code += 1) {
      if (words(bolivianBanks).includes(String(code))) continue;
      expect(faultsFor(String(code), 12).malformed).toEqual(['bank_transfer_bolivia.bank_code']);
    }
  });
});

describe('PIX keys', () => {
  const [pix] = payoutMethods.filter(({ method }) => method === 'pix');

  it.each(Object.entries(pixKeys))('%s', (accountType, { right, wrong }) => {
    const typed = putAt(pix?.sample ?? {}, 'pix.account_type', accountType);
    for (const key of right) {
      expect(faultsOf('pix', putAt(typed, 'pix.account', key)).malformed, `with ${key}`).toEqual([]);
    }
    for (const key of wrong) {
      expect(faultsOf('pix', putAt(typed, 'pix.account', key)).malformed, `with ${key}`).toEqual([
        'pix.account',
      ]);
    }
  });
});

function faultsOf(method: string, body: Body) {
  return faultsOfText(method, JSON.stringify(body));
}

function faultsOfText(method: string, text: string) {
  const row = methodOf('payout', 'h2h', method);
  const { missing, malformed } = checkFields(row, pruneBody(parse(text) as ParsedBody), generalForms);
  return { missing, malformed: [...new Set(malformed.map(({ path }) => path))] };
}

function withAmount(body: Body, text: string): string {
  return JSON.stringify({ ...body, amount: '@' }).replace('"@"', text);
}
