import { describe, expect, it } from 'vitest';
import { JsonNumber } from '#domain/values/json';
import {
  accept,
  outcomeOf,
  refusal,
  thrown,
} from '../../../apps/api/src/transactions/create/testing/acceptance.js';
import { cardFormats, typedMetaFormats } from './formats.js';
import {
  browserFields,
  cardFields,
  colombianDocuments,
  customerNeeds,
  customerOptional,
  isNamed,
  paymentMethods,
  typedMetaMethods,
  words,
} from './payment-tables.js';
import { fullBody, nameOf, putAt } from './sample-bodies.js';
import type { Body } from './sample-bodies.js';

const named = paymentMethods.map((row) => [nameOf(row), row] as const);

describe('§2.5 Colombian documents', () => {
  const types = Object.entries(colombianDocuments);

  it.each(types)('%s takes its own format only', (documentType, { right, wrong }) => {
    for (const itn of right) expect(outcomeOf(withDocument(documentType, itn))).toBe('accepted');
    for (const itn of wrong) {
      const expected = { key: 'invalidParams', paths: ['customer.itn'] };
      expect(refusal(withDocument(documentType, itn)), `with ${itn}`).toEqual(expected);
    }
  });

  it.each(['CO_TI', 'co_cc', 'BR_CPF', 5, true, {}])(
    'documentType %j is not in the list → 30',
    (documentType) => {
      const expected = { key: 'invalidParams', paths: ['extra.meta.documentType'] };
      expect(refusal(withDocument(documentType, '1020304050'))).toEqual(expected);
    },
  );

  function withDocument(documentType: unknown, itn: string): Body {
    const body = putAt(bodyOf('hpp qr_code'), 'extra.meta.documentType', documentType);
    return putAt(body, 'customer.itn', itn);
  }
});

describe('§2.3 documentType elsewhere', () => {
  it('pix: only BR_CPF', () => {
    const pix = bodyOf('hpp pix');
    expect(outcomeOf(putAt(pix, 'extra.meta.documentType', 'BR_CPF'))).toBe('accepted');
    for (const value of ['BR_CNPJ', 'CPF', 'br_cpf', 5, true]) {
      const expected = { key: 'invalidParams', paths: ['extra.meta.documentType'] };
      expect(refusal(putAt(pix, 'extra.meta.documentType', value))).toEqual(expected);
    }
  });

  it.each(['h2h bank_transfer_mexico', 'h2h bank_transfer_peru'])('%s: a text of no fixed form', (name) => {
    for (const value of ['MX_RFC', 'PE_DNI', 'anything']) {
      expect(outcomeOf(putAt(bodyOf(name), 'extra.meta.documentType', value))).toBe('accepted');
    }
    for (const value of [5, true]) {
      const expected = { key: 'invalidParams', paths: ['extra.meta.documentType'] };
      expect(refusal(putAt(bodyOf(name), 'extra.meta.documentType', value))).toEqual(expected);
    }
  });

  it('the document number is any text where §2.5 says nothing', () => {
    for (const [name] of named.filter(([each]) => each !== 'hpp qr_code')) {
      for (const itn of ['1', '00000000000', 'not a number']) {
        expect(outcomeOf(putAt(bodyOf(name), 'customer.itn', itn)), `with ${name}`).toBe('accepted');
      }
    }
  });
});

describe.each(named)('%s: §2.4', (name, row) => {
  const full = fullBody(row);

  it.each(Object.entries(typedMetaFormats))(
    '%s has its type where it is typed',
    (field, { right, wrong }) => {
      for (const value of right)
        expect(outcomeOf(putAt(full, `extra.meta.${field}`, value))).toBe('accepted');
      for (const value of wrong) {
        const outcome = outcomeOf(putAt(full, `extra.meta.${field}`, value));
        expect(outcome, `with ${String(value)}`).toBe(
          isNamed(typedMetaMethods, row.method) ? 'invalidParams' : 'accepted',
        );
      }
    },
  );

  it.each(words(browserFields))('%s is a string where the card is sent to us', (field) => {
    expect(outcomeOf(putAt(full, `extra.meta.${field}`, '24'))).toBe('accepted');
    for (const value of [24, true]) {
      const outcome = outcomeOf(putAt(full, `extra.meta.${field}`, value));
      expect(outcome).toBe(name === 'h2h card' ? 'invalidParams' : 'accepted');
    }
  });

  it('extra.meta is kept, numbers as written', () => {
    const meta = putAt(full, 'extra.meta.price', 5);
    expect(accept(meta).metaText).toContain('"price":5');
    expect(accept(meta).meta).toMatchObject({ price: new JsonNumber('5'), shop: 'extra.meta.shop' });
  });

  it('§2.6: a card where it has no place → 30 on card alone', () => {
    const card = bodyOf('h2h card')['card'];
    for (const value of [card, {}, 'text', 5]) {
      if (name === 'h2h card' && typeof value === 'object') continue;
      expect(refusal({ ...full, card: value })).toEqual({ key: 'invalidParams', paths: ['card'] });
    }
  });

  it('§2.2: a customer is required, but on ussd', () => {
    const { customer: _customer, ...without } = full;
    const isOptional = isNamed(customerOptional, row.method);
    expect(outcomeOf(without)).toBe(isOptional ? 'accepted' : 'requiredFieldsMissing');
    const required = words(customerNeeds[name]?.required ?? '').map((field) => `customer.${field}`);
    expect(refusal({ ...full, customer: {} }).paths).toEqual(required);
  });
});

describe('§2.6 card', () => {
  const full = bodyOf('h2h card');

  it.each(words(cardFields))('%s missing inside the object → 31', (field) => {
    for (const value of [undefined, null, '', ' ']) {
      const expected = { key: 'requiredFieldsMissing', paths: [`card.${field}`] };
      expect(refusal(putAt(full, `card.${field}`, value))).toEqual(expected);
    }
  });

  it.each(Object.entries(cardFormats))('%s malformed → 30 by path, without the value', (field, formats) => {
    for (const value of formats.right) {
      expect(outcomeOf(putAt(full, `card.${field}`, value)), `with ${String(value)}`).toBe('accepted');
    }
    for (const value of formats.wrong) {
      const error = thrown(putAt(full, `card.${field}`, value));
      expect(error.key).toBe('invalidParams');
      expect(error.fields.map(({ path }) => path)).toEqual([`card.${field}`]);
      expect(error.fields.map(({ problem }) => problem)).not.toContain(String(value));
    }
  });

  it('is optional as a whole; an empty object lacks all five', () => {
    const { card: _card, ...without } = full;
    expect(accept(without).card).toBeUndefined();
    expect(refusal({ ...full, card: {} }).paths).toEqual(words(cardFields).map((field) => `card.${field}`));
  });

  it('month and year are kept in full', () => {
    const short = putAt(putAt(full, 'card.exp_month', '7'), 'card.exp_year', '35');
    expect(accept(short).card).toMatchObject({ expMonth: '07', expYear: '2035' });
  });
});

function bodyOf(name: string): Body {
  const row = paymentMethods.find((each) => nameOf(each) === name);
  if (row === undefined) throw new Error(`${name} is no row of §2.1`);
  return fullBody(row);
}
