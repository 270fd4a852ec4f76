import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '#gateway/connectors/call-provider';
import { readCallback } from '#gateway/connectors/mercado-pago/read-callback';
import { exactNumber, outcomes, readPayment } from '#gateway/connectors/mercado-pago/read-payment';
import { readLookUp, readSubmit } from '#gateway/connectors/mapped-report';

/** Each word of the published description has an outcome, and each other word has none. */
const providerReference = 'ref-1';
const payment = (fields: object = {}) => ({
  id: 1234567890,
  external_reference: providerReference,
  status: 'pending',
  status_detail: 'pending_waiting_payment',
  transaction_amount: 10.1,
  currency_id: 'BRL',
  ...fields,
});
const exchange: Exchange = { kind: 'answered', status: 200, body: undefined };
const submitted = (body: unknown) =>
  readSubmit(exchange, providerReference, { mapped: readPayment(body), refusal: undefined });
const found = (body: unknown) =>
  readLookUp(exchange, providerReference, { mapped: readPayment(body), isNotFound: false });

/** `status` of its description of 24 June 2026. The types of its client only name some. */
const described =
  'pending approved authorized in_process in_mediation rejected cancelled refunded charged_back'.split(' ');

function namedByTheTypes(file: string): readonly string[] {
  const types = fileURLToPath(new URL(file, import.meta.resolve('mercadopago')));
  const examples = /Payment status \(e\.g\. (.*?)\)/.exec(readFileSync(types, 'utf8'))?.[1] ?? '';
  return [...examples.matchAll(/`(\w+)`/g)].map(([, word = '']) => word);
}

describe('the words of its description', () => {
  it('are all mapped, and those of the client’s types among them', () => {
    expect(Object.keys(outcomes).toSorted()).toEqual(described.toSorted());
    for (const file of ['clients/payment/commonTypes.d.ts', 'clients/payment/search/types.d.ts']) {
      const named = namedByTheTypes(file);
      expect(named.length).toBeGreaterThan(2);
      expect(described).toEqual(expect.arrayContaining([...named]));
    }
  });

  it.each([
    ['approved', 'accredited', 'final', 'success', undefined],
    ['approved', 'partially_refunded', 'final', 'success', undefined],
    ['rejected', 'rejected_by_bank', 'declined', 'declined', 'rejected'],
    ['refunded', 'refunded', 'accepted', 'open', undefined],
    ['charged_back', 'settled', 'accepted', 'open', undefined],
    ['cancelled', 'expired', 'final', 'expired', 'expired'],
    ['cancelled', 'by_collector', 'final', 'cancelled', 'cancelled'],
    ['pending', 'pending_waiting_payment', 'accepted', 'open', undefined],
    ['authorized', 'pending_capture', 'accepted', 'open', undefined],
    ['in_process', 'pending_review_manual', 'accepted', 'open', undefined],
    ['in_mediation', 'accredited', 'accepted', 'open', undefined],
  ])('%s, %s → %s, %s', (status, detail, kind, outcome, reason) => {
    const body = payment({ status, status_detail: detail });
    expect(submitted(body)).toMatchObject({ kind, report: { outcome, providerId: '1234567890' } });
    expect(found(body)).toMatchObject({ kind: 'found', report: { outcome, amount: '10.1' } });
    expect(readPayment(body)?.report.reason).toBe(reason);
  });

  it.each(['expired', 'APPROVED', 'paid', 'toString', '__proto__'])(
    'are not these: %s is unknown, and found open',
    (status) => {
      expect(submitted(payment({ status }))).toMatchObject({ kind: 'unknown' });
      expect(found(payment({ status }))).toMatchObject({ report: { outcome: 'open' } });
    },
  );
});

describe('a payment', () => {
  it.each([
    ['no reference', { external_reference: null }],
    ['no number', { id: null }],
    ['an invalid number', { id: 'abc' }],
    ['an amount that is a text', { transaction_amount: '10.10' }],
    ['an amount finer than money', { transaction_amount: 0.1 + 0.2 }],
    ['an amount that a number does not hold', { transaction_amount: 1e21 }],
    ['less than nothing', { transaction_amount: -1 }],
    ['no currency', { currency_id: 'REAL' }],
  ])('with %s is not read', (_case, fields) => {
    expect(readPayment(payment(fields))).toBeUndefined();
  });

  it('whose number is a text is the same', () => {
    expect(readPayment(payment({ id: '1234567890' }))).toEqual(readPayment(payment()));
  });

  it.each([
    ['10.10', 10.1],
    ['0.07', 0.07],
    ['9999999999999.99', 9_999_999_999_999.99],
    ['99999999999999.9', undefined],
    ['0.001', undefined],
  ])('of %s is asked for by exactly that number, or not at all', (amount, number) => {
    expect(exactNumber({ amount, currency: 'BRL' })).toBe(number);
  });

  it.each([
    [
      'barcode',
      { barcode: { content: '12' }, verification_code: '3', payment_method_reference_id: '4' },
      '12',
    ],
    ['verification code', { verification_code: '3', payment_method_reference_id: '4' }, '3'],
    ['reference', { payment_method_reference_id: '4' }, '4'],
  ])('in cash is paid by its %s', (_name, details, number) => {
    const payBy = '2026-12-31T23:59:59.000-06:00';
    const body = payment({ transaction_details: details, date_of_expiration: payBy });
    expect(readPayment(body)?.challenge).toEqual({ type: 'voucher', number, payBy, places: ['OXXO'] });
    expect(readPayment({ ...body, status: 'approved' })?.challenge).toBeUndefined();
    expect(readPayment({ ...body, date_of_expiration: null })?.challenge).toBeUndefined();
  });
});

describe('a notification', () => {
  const read = (target: string, body: unknown) =>
    readCallback({
      target,
      headers: {},
      rawHeaders: [],
      rawBody: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    });
  const target =
    '/provider-callbacks/mercado_pago?source_news=webhooks&reference=ref-1&data.id=7&type=payment';
  const updated = { type: 'payment', action: 'payment.updated', data: { id: '7' } };

  it('is a hint, whatever it says beside', () => {
    const claims = { ...updated, status: 'approved', external_reference: 'ref-2' };
    expect(read(target, claims)).toEqual({ kind: 'hint', providerReference });
    for (const type of ['payment', 'chargebacks', 'topic_chargebacks_wh']) {
      expect(read(target, { type })).toEqual({ kind: 'hint', providerReference });
    }
  });

  it.each([{ action: 'payment.created' }, { type: 'merchant_order' }])('of %j is no news', (fields) => {
    expect(read(target, { ...updated, ...fields })).toEqual({ kind: 'unrelated' });
  });

  const bare = '/provider-callbacks/mercado_pago';
  it('without our reference is a hint by the payment’s id', () => {
    expect(read(bare, updated)).toEqual({ kind: 'hint', providerId: '7' });
    expect(read(bare, { ...updated, action: 'payment.created' })).toEqual({ kind: 'unrelated' });
  });

  it.each([
    ['with neither our reference nor an id', bare, { ...updated, data: { id: 'x' } }],
    ['about charge-backs without our reference', bare, { type: 'chargebacks', data: { id: '7' } }],
    ['that is no JSON', target, '{'],
  ])('%s cannot be read', (_case, at, body) => {
    expect(read(at, body)).toEqual({ kind: 'unreadable' });
  });
});
