import { describe, expect, it } from 'vitest';
import type { Method } from '../methods/method.js';
import {
  choosesBank,
  entersCard,
  firstStatus,
  missingFields,
  needsHostedForm,
  type TransactionRequest,
} from './request.js';

const method: Method = {
  code: 'card',
  type: 'payment',
  style: 'h2h',
  currencies: 'any',
  amount: 'number',
  required: [],
  conditional: [],
  urls: {},
  rules: [],
  documents: [],
  challenges: ['redirect'],
};
const card = {
  pan: '4242424242424242',
  cvv: '123',
  expMonth: '03',
  expYear: '2030',
  holderName: 'Ada Lovelace',
};
const request: TransactionRequest = {
  method,
  style: 'h2h',
  reference: 'order-1',
  money: { amount: '10.10', currency: 'EUR' },
  customer: {},
  meta: {},
  writtenMeta: {},
  metaText: '{}',
};

describe('entersCard', () => {
  const onForm: Method = { ...method, cardForm: true };

  it('where one of our forms asks for the card, and not where the request has it or nothing asks for one', () => {
    expect(entersCard({ method: onForm, style: 'hpp' })).toBe(true);
    expect(entersCard({ method: onForm, style: 'h2h' })).toBe(true);
    expect(entersCard({ method: onForm, style: 'h2h', card })).toBe(false);
    expect(entersCard({ method, style: 'hpp' })).toBe(false);
  });
});

describe('the form that the customer must post first', () => {
  const withForm = { ...method, cardForm: true } as const;

  it.each([
    ['a hosted payment', { style: 'hpp' }, true],
    ['a hosted payment that came with a card', { style: 'hpp', card }, true],
    ['a card payment without a card', { method: withForm }, true],
    ['a card payment with its card', { method: withForm, card }, false],
    ['a payment of a method without a card form', {}, false],
  ] as const)('%s: %o → %s', (_name, fields, isNeeded) => {
    expect(needsHostedForm({ ...request, ...fields })).toBe(isNeeded);
  });

  it('makes a hosted payment new, and every other one pending', () => {
    expect(firstStatus({ ...request, style: 'hpp' })).toBe('new');
    expect(firstStatus(request)).toBe('pending');
  });
});

describe('the choice of a bank', () => {
  const payout = { ...method, type: 'payout', challenges: ['bank_code'] } as const;

  it.each([
    ['a payout without a bank code', { method: payout, requisites: { account_number: '1' } }, true],
    ['a payout without requisites', { method: payout }, true],
    ['a payout with a bank code', { method: payout, requisites: { bank_code: '044' } }, false],
    ['a method that offers no banks', { requisites: {} }, false],
  ] as const)('%s: %o → %s', (_name, fields, isLeft) => {
    expect(choosesBank({ method, ...fields })).toBe(isLeft);
  });
});

describe('the fields that a request lacks', () => {
  const complete: TransactionRequest = {
    ...request,
    method: { ...method, requisites: 'africa' },
    mode: 'initial',
    description: 'Order 1',
    customer: { email: 'ada@example.com' },
    card,
    meta: { channel: 'app' },
    redirectUrl: 'https://shop.example/done',
    cancelUrl: 'https://shop.example/cancel',
    errorUrl: 'https://shop.example/error',
    callbackUrl: 'https://shop.example/callback',
    locale: 'en',
    lang: 'en',
    channelCode: 'app',
    requisites: { account_number: '1' },
  };
  const paths = [
    'mode',
    'description',
    'customer',
    'customer.email',
    'card',
    'card.pan',
    'card.cvv',
    'card.exp_month',
    'card.exp_year',
    'card.holder_name',
    'extra',
    'extra.meta.channel',
    'redirect_url',
    'cancel_url',
    'error_url',
    'callback_url',
    'widget.locale',
    'lang',
    'channel_code',
    'africa.account_number',
  ];

  it('are an empty list if every path has a value', () => {
    expect(missingFields(complete, paths)).toEqual([]);
  });

  it('are all optional ones of a bare request, in the order asked for', () => {
    expect(missingFields(request, paths)).toEqual(paths);
  });

  it('are those without a value inside an object that was sent', () => {
    const absent = ['customer.phone', 'extra.meta.level', 'africa.bank_code'];
    expect(missingFields(complete, ['customer.email', ...absent])).toEqual(absent);
  });

  it('include requisites of a method that has no object for them', () => {
    const path = 'undefined.account_number';
    expect(missingFields({ ...complete, method }, [path])).toEqual([path]);
  });
});
