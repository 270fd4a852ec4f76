import { describe, expect, it } from 'vitest';
import { currencyCodes } from '#domain/values/currencies';
import { catalogue } from '#domain/methods/catalogue';
import { methodOf } from '#domain/methods/find-method';
import { acceptPayment } from '../../../apps/api/src/transactions/create/accept-request.js';
import { missingUrls } from '../../../apps/api/src/transactions/create/project-terms.js';
import {
  accept,
  outcomeOf,
  parsed,
  refusal,
  refusalOfText,
  withAmount,
} from '../../../apps/api/src/transactions/create/testing/acceptance.js';
import { amountTexts, anyText, languageTags, url } from './formats.js';
import {
  channelCodeRequired,
  customerNeeds,
  isNamed,
  langMethods,
  modeRequired,
  otherNames,
  paymentMethods,
  words,
} from './payment-tables.js';
import {
  amountFormOf,
  fullBody,
  methodPathOf,
  minimalBody,
  nameOf,
  putAt,
  urlFieldNames,
  urlRuleOf,
} from './sample-bodies.js';

/** Specification §2.1 and what §2.2 says of currency, amount, mode, URLs, lang and channel_code. */
const named = paymentMethods.map((row) => [nameOf(row), row] as const);

it('the catalogue has the payment methods of §2.1', () => {
  const names = catalogue.filter(({ type }) => type === 'payment').map((row) => `${row.style} ${row.code}`);
  expect(names).toEqual(expect.arrayContaining(named.map(([name]) => name)));
  expect(new Set(names).size).toBe(names.length);
});

it('every method of §2.1 has its row in §2.3', () => {
  expect(Object.keys(customerNeeds).toSorted()).toEqual(named.map(([name]) => name).toSorted());
});

describe.each(named)('%s', (name, row) => {
  const full = fullBody(row);
  const form = amountFormOf(row);

  it.each(amountTexts[form].right)('amount %s is taken and echoed as written', (text) => {
    const { money } = acceptPayment(parsed(withAmount(full, text)));
    expect(money.amount).toBe(text.replaceAll('"', ''));
  });

  it.each(amountTexts[form].wrong)('amount %s → 30', (text) => {
    expect(refusalOfText(withAmount(full, text))).toEqual({ key: 'invalidParams', paths: ['amount'] });
  });

  it('its currencies are taken, every other real one → 1051', () => {
    const amount = form === 'string' ? '10' : 10;
    for (const currency of currencyCodes) {
      const isTaken = row.currency === 'any' || isNamed(`${row.currency} ${row.alsoTakes ?? ''}`, currency);
      expect(outcomeOf({ ...full, amount, currency })).toBe(isTaken ? 'accepted' : 'currencyNotTaken');
    }
  });

  it('no ISO 4217 code → 31 Invalid currency, over every 30; no string → 30', () => {
    for (const currency of ['ZZZ', 'eur', 'EURO', 'E', '978', 'XXX']) {
      const paths = ['currency', 'amount'];
      expect(refusal({ ...full, currency, amount: -1 })).toEqual({ key: 'invalidCurrency', paths });
    }
    for (const currency of [978, true, ['EUR'], { code: 'EUR' }]) {
      expect(refusal({ ...full, currency })).toEqual({ key: 'invalidParams', paths: ['currency'] });
    }
  });

  it('mode is required where §2.2 says so, and initial wherever it is sent', () => {
    const { mode: _mode, ...without } = full;
    const isRequired = isNamed(modeRequired, row.method);
    expect(outcomeOf(without)).toBe(isRequired ? 'requiredFieldsMissing' : 'accepted');
    expect(accept(full).mode).toBe('initial');
    expect(refusal({ ...full, mode: 'recurring' })).toEqual({ key: 'invalidParams', paths: ['mode'] });
  });

  it.each(urlFieldNames)('%s is a web URL where §2.2 has it, and ignored elsewhere', (field) => {
    const hasIt = urlRuleOf(field, row.method) !== 'none';
    for (const value of url.wrong) {
      const outcome = outcomeOf({ ...full, [field]: value });
      expect(outcome, `with ${JSON.stringify(value)}`).toBe(hasIt ? 'invalidParams' : 'accepted');
    }
    for (const value of url.right) {
      const sent = sentUrls(accept({ ...full, [field]: value }))[field];
      expect(sent).toBe(hasIt ? value : undefined);
    }
  });

  it('URLs that are required, those that a project default may stand in for, and no others', () => {
    const withRule = (rule: string) => urlFieldNames.filter((field) => urlRuleOf(field, row.method) === rule);
    for (const field of withRule('required')) {
      expect(refusal(putAt(full, field, null))).toEqual({ key: 'requiredFieldsMissing', paths: [field] });
    }
    const without = [...withRule('default'), ...withRule('optional')].reduce(
      (body, field) => putAt(body, field, null),
      full,
    );
    expect(missingUrls(accept(without), {})).toEqual(withRule('default'));
    const defaults = Object.fromEntries(withRule('default').map((field) => [field, 'https://a.example.com']));
    expect(missingUrls(accept(without), defaults)).toEqual([]);
  });

  it('lang is a language tag where §2.2 has it, and ignored elsewhere', () => {
    const hasIt = isNamed(langMethods, row.method);
    for (const value of languageTags.right) {
      expect(accept({ ...full, lang: value }).lang).toBe(hasIt ? value : undefined);
    }
    for (const value of languageTags.wrong) {
      expect(outcomeOf({ ...full, lang: value })).toBe(hasIt ? 'invalidParams' : 'accepted');
    }
    const { lang: _lang, ...without } = full;
    expect(outcomeOf(without)).toBe('accepted');
  });

  it('lang is the language of the customer unless widget.locale is said', () => {
    const isHosted = row.style === 'hpp';
    const unsaid = isHosted ? putAt(full, 'widget.locale', undefined) : full;
    const otherwise = row.method === 'qr_code' ? 'en' : undefined;
    const language = accept({ ...unsaid, lang: 'es-MX' }).locale;
    expect(language).toBe(isNamed(langMethods, row.method) ? 'es-MX' : otherwise);
    expect(accept({ ...full, lang: 'es-MX' }).locale).toBe(isHosted ? 'pt' : language);
  });

  it('channel_code is any text where §2.2 requires it, and ignored elsewhere', () => {
    const hasIt = isNamed(channelCodeRequired, row.method);
    for (const value of anyText.right) {
      expect(accept({ ...full, channel_code: value }).channelCode).toBe(hasIt ? value : undefined);
    }
    for (const value of anyText.wrong) {
      expect(outcomeOf({ ...full, channel_code: value })).toBe(hasIt ? 'invalidParams' : 'accepted');
    }
  });

  it('unknown method → 1054 Invalid method, one of a payout → 1054 Invalid type', () => {
    expect(refusal(putAt(full, methodPathOf(row), 'no_such_method')).key).toBe('methodUnknown');
    const payout = putAt(full, methodPathOf(row), 'bank_transfer_bolivia');
    expect(refusal(withoutCard(payout)).key).toBe('methodOfOtherDirection');
  });

  it.each(['QR_CODE', 'QrCode', 'qr-code', 'qr__code', ' ideal', '_ideal', 5, true, [], {}])(
    'method %j is not lower-case snake_case → 30',
    (value) => {
      const path = methodPathOf(row);
      expect(refusal(putAt(minimalBody(row), path, value))).toEqual({ key: 'invalidParams', paths: [path] });
    },
  );

  it('method and widget together → 30', () => {
    const both = { ...minimalBody(row), method: row.method, widget: { method: row.method } };
    expect(refusal(both)).toEqual({ key: 'invalidParams', paths: ['method'] });
  });

  it('the other style → 30, unless §2.1 gives the method both', () => {
    const { method: _method, widget: _widget, ...rest } = minimalBody(row);
    const moved = row.style === 'h2h' ? { widget: { method: row.method } } : { method: row.method };
    const styles = paymentMethods.filter(({ method }) => method === row.method);
    expect(outcomeOf({ ...rest, ...moved }) === 'invalidParams').toBe(styles.length === 1);
  });

  it('the conditional fields of its row are those of the tables', () => {
    const conditional = words(customerNeeds[name]?.conditional ?? '').filter((field) => field !== '');
    const listed = methodOf('payment', row.style, row.method).conditional;
    const customers = listed.filter((path) => path.startsWith('customer.'));
    expect(customers.toSorted()).toEqual(conditional.map((field) => `customer.${field}`).toSorted());
  });
});

it.each(otherNames)('%s in widget.method is %s; in method it is unknown', (alias, canonical) => {
  const row = paymentMethods.find(({ method }) => method === canonical);
  if (row === undefined) throw new Error(`${canonical} is a method of the tables`);
  const { widget: _widget, ...rest } = minimalBody(row);
  expect(accept({ ...rest, widget: { method: alias } }).method.code).toBe(canonical);
  expect(refusal({ ...rest, method: alias }).key).toBe('methodUnknown');
});

function sentUrls(request: ReturnType<typeof accept>): Readonly<Record<string, string | undefined>> {
  return {
    redirect_url: request.redirectUrl,
    cancel_url: request.cancelUrl,
    error_url: request.errorUrl,
    callback_url: request.callbackUrl,
  };
}

function withoutCard({ card: _card, ...body }: Readonly<Record<string, unknown>>) {
  return body;
}
