import { describe, expect, it } from 'vitest';
import { reversalKinds } from '#domain/refunds/reversal';
import { readCharge } from './charges.js';
import { readCorrection, readReversals, reversalsByKind } from './corrections.js';
import { readNotification } from './read-notification.js';

const clawback = {
  correction: 'co_1',
  order: 'pay-1',
  kind: 'CLAWBACK',
  value: '10.00',
  iso: 'EUR',
  cause: 'PAYER_DISPUTES',
  dossier: 'ds_1',
  answer_by: '2026-01-12T10:00:00.000Z',
  happened_at: '2026-01-05T10:00:00.000Z',
};
const chargeback = {
  kind: 'chargeback',
  providerReference: 'pay-1',
  key: 'co_1',
  amount: '10.00',
  currency: 'EUR',
  case: 'ds_1',
  reason: 'PAYER_DISPUTES',
  respondBy: '2026-01-12T10:00:00.000Z',
};

describe('a correction in our words', () => {
  it('is a reversal with the provider’s key, case and time to respond', () => {
    expect(readCorrection(clawback)).toEqual(chargeback);
  });

  it('every kind is one of our kinds, and each of ours has one', () => {
    expect(Object.values(reversalsByKind).toSorted()).toEqual(reversalKinds.toSorted());
    for (const [kind, ours] of Object.entries(reversalsByKind)) {
      expect(readCorrection({ ...clawback, kind })?.kind).toBe(ours);
    }
  });

  it.each<readonly [string, object]>([
    ['a kind of tomorrow', { kind: 'FEE' }],
    ['a kind of every object', { kind: 'constructor' }],
    ['no key', { correction: '' }],
    ['no order', { order: undefined }],
    ['a float', { value: 10 }],
    ['no currency', { iso: 'eur' }],
  ])('with %s is none', (_what, fields) => {
    expect(readCorrection({ ...clawback, ...fields })).toBeUndefined();
  });

  it('keeps no free text', () => {
    const fields = { cause: 'Ms Example is angry', dossier: 'Ms Example', answer_by: 'next week' };
    const { case: _case, reason: _reason, respondBy: _respondBy, ...bare } = chargeback;
    expect(readCorrection({ ...clawback, ...fields })).toEqual(bare);
  });

  it('that cannot be read is left out of a record', () => {
    expect(readReversals([clawback, null, { kind: 'FEE' }], 'pay-1')).toEqual([chargeback]);
    expect(readReversals(undefined, 'pay-1')).toEqual([]);
  });
});

describe('the record of a charge', () => {
  const charge = { charge: 'ch_1', order: 'pay-1', state: 'CAPTURED', captured_value: '10', iso: 'EUR' };
  const listed = { refund: 'rf_1', of: 'pay-1', state: 'PAID_BACK', paid_back_value: '4.50', iso: 'EUR' };

  it('tells its corrections', () => {
    expect(readCharge({ ...charge, corrections: [clawback] })?.reversals).toEqual([chargeback]);
    expect(readCharge(charge)?.reversals).toEqual([]);
  });

  it('tells every refund of a list as one that the panel may have made, under the provider’s id', () => {
    const refunds = [listed, { ...listed, refund: 'rf_2', state: 'ACCEPTED', paid_back_value: undefined }];
    expect(readCharge({ ...charge, corrections: [], refunds })?.reversals).toEqual([
      { kind: 'provider_refund', providerReference: 'pay-1', key: 'rf_1', amount: '4.50', currency: 'EUR' },
    ]);
  });
});

describe('a callback without a right signature', () => {
  const callback = (body: object, target = '/provider-callbacks/sandbox') => ({
    target,
    headers: {},
    rawHeaders: [],
    rawBody: Buffer.from(JSON.stringify({ notification: 'nt_1', ...body })),
  });
  const refund = { refund: 'rf_1', of: 'pay-1', state: 'PAID_BACK', paid_back_value: '4.50', iso: 'EUR' };

  it('about a correction has a wrong signature', () => {
    expect(readNotification(callback(clawback), [])).toEqual({
      kind: 'reversal',
      signature: 'wrong',
      mids: [],
      eventId: 'nt_1',
      reversal: chargeback,
    });
  });

  it('about a refund without our reference hints at what its address names, else at the charge', () => {
    const named = callback(refund, '/provider-callbacks/sandbox?refund=ref-1');
    expect(readNotification(named, [])).toEqual({
      kind: 'hint',
      providerReference: 'ref-1',
      signature: 'wrong',
    });
    expect(readNotification(callback(refund), [])).toEqual({
      kind: 'hint',
      providerReference: 'pay-1',
      signature: 'wrong',
    });
  });

  it('about a correction of such a refund hints at the refund', () => {
    const { order: _, ...nameless } = { ...clawback, kind: 'BOUNCE', refund: 'rf_1' };
    const named = callback(nameless, '/provider-callbacks/sandbox?refund=ref-1');
    expect(readNotification(named, [])).toEqual({
      kind: 'hint',
      providerReference: 'ref-1',
      signature: 'wrong',
    });
  });

  it.each([{}, { refund: 'rf_1' }, { of: 'pay-1' }, { ...clawback, kind: 'FEE' }])(
    'that says %o is unreadable',
    (body) => {
      expect(readNotification(callback(body), [])).toEqual({ kind: 'unreadable' });
    },
  );
});
