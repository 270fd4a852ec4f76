import { describe, expect, it } from 'vitest';
import { checkConditionalFields } from '#domain/routing/route-request';
import { chooseRoute } from '#domain/routing/choose-route';
import { missingFields } from '#domain/transaction/request';
import { readDevelopmentConfiguration } from '../../stack/read-development-configuration.js';
import { accept, refusal, outcomeOf } from '../../../apps/api/src/transactions/create/testing/acceptance.js';
import { anyText, colombianPhone, commonFormats, customerFormats, languageTags } from './formats.js';
import {
  customerFieldNames,
  customerNeeds,
  descriptionConditional,
  documentTypeConditional,
  documentTypeRequired,
  extraOptional,
  isNamed,
  paymentMethods,
  words,
} from './payment-tables.js';
import type { PaymentMethod } from './payment-tables.js';
import { fullBody, methodPathOf, minimalBody, nameOf, putAt, requiredPaths } from './sample-bodies.js';

/** Every rule of specification §2.2 and §2.3 for every method, from tables of the tests' own. */
const configuration = readDevelopmentConfiguration();
const nothing = [undefined, null, '', '  ', '\t\n'];

describe.each(paymentMethods.map((row) => [nameOf(row), row] as const))('%s', (name, row) => {
  const minimal = minimalBody(row);
  const full = fullBody(row);
  const required = requiredPaths(row);
  const conditional = conditionalPaths(row);

  it('is accepted with its required fields alone, conditional and optional ones absent', () => {
    expect(accept(minimal)).toMatchObject({
      method: { code: row.method },
      style: row.style,
      reference: 'order-1',
      money: { amount: String(minimal['amount']), currency: minimal['currency'] },
    });
  });

  it('is accepted with every field it has, and keeps the customer', () => {
    expect(accept(full).customer).toEqual(full['customer']);
    expect(Object.keys(accept(full).customer)).toEqual(words(customerFieldNames));
  });

  it('each required field that is absent, null, empty or blank → 31, naming exactly its path', () => {
    for (const path of required) {
      for (const value of nothing) {
        const expected = { key: 'requiredFieldsMissing', paths: [path] };
        expect(refusal(putAt(full, path, value)), `${path} ${JSON.stringify(value)}`).toEqual(expected);
      }
    }
  });

  it('a method that is absent, null, empty or blank → 31', () => {
    for (const value of nothing) {
      const expected = { key: 'requiredFieldsMissing', paths: ['method or widget.method'] };
      expect(refusal(putAt(full, methodPathOf(row), value))).toEqual(expected);
    }
  });

  it('each other field that is absent, null, empty or blank → accepted', () => {
    const customers = words(customerFieldNames).map((field) => `customer.${field}`);
    const hosted = row.style === 'hpp' ? ['widget.locale'] : [];
    for (const path of [...conditional, ...customers, ...hosted, 'description', 'extra.meta.shop']) {
      if (required.includes(path)) continue;
      for (const value of nothing)
        expect(outcomeOf(putAt(full, path, value)), `with ${path}`).toBe('accepted');
    }
  });

  it('every missing field is listed at once', () => {
    const bare = putAt(putAt({}, methodPathOf(row), row.method), 'customer', {});
    const { key, paths } = refusal(bare);
    expect(key).toBe('requiredFieldsMissing');
    expect(paths.toSorted()).toEqual(required.toSorted());
  });

  it('each conditional field → 31 when the chosen route’s provider requires it, and only then', () => {
    for (const path of conditional) {
      const missing = { error: 'requiredFieldsMissing', description: `${path}: is required` };
      expect(checkRoute(row, putAt(full, path, undefined), [path]), `with ${path}`).toMatchObject(missing);
      expect(checkRoute(row, putAt(full, path, undefined), []).kind).toBe('sifted');
      const asked = path === 'extra.meta.documentType' ? putAt(full, path, 'BR_CPF') : full;
      expect(checkRoute(row, asked, [path]).kind, `with ${path}`).toBe('sifted');
    }
  });

  it('each common field of another type or format → 30, naming its path', () => {
    for (const [path, { wrong }] of Object.entries(commonFormats)) {
      for (const value of wrong) {
        const expected = { key: 'invalidParams', paths: [path] };
        expect(refusal(putAt(full, path, value)), `${path} ${JSON.stringify(value)}`).toEqual(expected);
      }
    }
  });

  it('each customer field of another type or format → 30, naming its path', () => {
    for (const [field, { wrong }] of customerRules(name)) {
      for (const value of wrong) {
        const expected = { key: 'invalidParams', paths: [`customer.${field}`] };
        expect(refusal(putAt(full, `customer.${field}`, value)), `with ${JSON.stringify(value)}`).toEqual(
          expected,
        );
      }
    }
  });

  it('takes every well-formed value', () => {
    for (const [path, { right }] of Object.entries(commonFormats)) {
      for (const value of right) expect(outcomeOf(putAt(full, path, value)), `with ${path}`).toBe('accepted');
    }
    for (const [field, { right }] of customerRules(name)) {
      for (const value of right) {
        expect(outcomeOf(putAt(full, `customer.${field}`, value)), `with ${String(value)}`).toBe('accepted');
      }
    }
  });

  it('widget.locale is a language tag on the hosted page', () => {
    if (row.style === 'h2h') return;
    for (const value of languageTags.right) {
      expect(accept(putAt(full, 'widget.locale', value)).locale).toBe(String(value).replaceAll('_', '-'));
    }
    for (const value of languageTags.wrong) {
      const expected = { key: 'invalidParams', paths: ['widget.locale'] };
      expect(refusal(putAt(full, 'widget.locale', value)), `with ${String(value)}`).toEqual(expected);
    }
    const unsaid = accept(putAt({ ...full, lang: undefined }, 'widget.locale', undefined)).locale;
    expect(unsaid).toBe(row.method === 'qr_code' ? 'en' : undefined);
  });

  it('ignores fields that no table has', () => {
    expect(accept({ ...full, unknown: { anything: [1] } })).toEqual(accept(full));
    expect(accept(putAt(full, 'customer.unknown', [1]))).toEqual(accept(full));
  });
});

/** Well- and malformed values of each customer field of a method; the document of `qr_code` is tested by §2.5. */
function customerRules(name: string) {
  const rules = { ...customerFormats };
  if (name !== 'hpp qr_code') return Object.entries(rules);
  const { phone, itn, ...others } = rules;
  const wrong = [...(phone?.wrong ?? []), ...colombianPhone.wrong];
  const numbers = { right: [], wrong: [...(itn?.wrong ?? []), ...anyText.wrong] };
  return Object.entries({ ...others, phone: { right: colombianPhone.right, wrong }, itn: numbers });
}

/** What §2.2 and §2.3 call conditional, URLs left out. */
function conditionalPaths(row: PaymentMethod): string[] {
  const { method } = row;
  return [
    ...(isNamed(descriptionConditional, method) ? ['description'] : []),
    ...(isNamed(extraOptional, method) || isNamed(documentTypeRequired, method) ? [] : ['extra']),
    ...words(customerNeeds[nameOf(row)]?.conditional ?? '')
      .filter((field) => field !== '')
      .map((field) => `customer.${field}`),
    ...(isNamed(documentTypeConditional, method) ? ['extra.meta.documentType'] : []),
  ];
}

function checkRoute(row: PaymentMethod, body: object, requires: readonly string[]) {
  const request = accept({ ...body });
  const { money } = request;
  const method = request.method.code;
  const choice = chooseRoute(configuration, 'demo', { type: 'payment', method, currency: money.currency });
  if (choice.kind === 'refused') throw new Error(`${nameOf(row)} has no route: ${choice.error}`);
  const provider = configuration.providers['sandbox'];
  if (provider === undefined) throw new Error('The development configuration has a provider sandbox');
  const providers = {
    ...configuration.providers,
    sandbox: { ...provider, requires: { [method]: requires } },
  };
  return checkConditionalFields({ ...configuration, providers }, choice.candidates, method, (paths) =>
    missingFields(request, paths),
  );
}
