import { describe, expect, it } from 'vitest';
import { writeJson } from '../values/write-json.js';
import { aftermathFields } from './aftermath.js';
import { writeChallenge } from './challenge.js';
import { commonFields, describeRecord, describeTransaction, recordFields } from './record.js';
import { sampleTransaction } from '../transaction/testing/samples.js';
import type { Transaction } from '../transaction/transaction.js';

const now = new Date('2026-01-01T00:01:00Z');
const written = (value: unknown) => JSON.parse(writeJson(value)) as Readonly<Record<string, unknown>>;

describe('the record', () => {
  const card = { first6: '424242', last4: '4242', brand: 'visa' };
  const full = sampleTransaction({
    status: 'expired',
    errorDescription: 'Too late',
    expiredAtStage: 'intention',
    description: 'Two books',
    meta: '{"n":1.0}',
    card,
    transfer: { submittedAt: now, outcome: 'taken' },
    finishedAt: now,
  });

  it('is written in the order of contract §8, its numbers as the merchant wrote them', () => {
    expect(writeJson(describeTransaction(full, now))).toBe(
      '{"type":"payment","identifier":"id","reference":"reference","request_id":"request","method":"ideal",' +
        '"style":"h2h","mode":"initial","currency":"EUR","amount":"10.10","status":"expired","error_code":0,' +
        '"error_reason":"","error_description":"Too late","expired_at_stage":"intention","description":"Two books",' +
        '"created_date":"2026-01-01T00:00:00.000Z","finished_date":"2026-01-01T00:01:00.000Z",' +
        '"card":{"first6":"424242","last4":"4242","brand":"visa"},' +
        '"transfer_details":{"submitted_date":"2026-01-01T00:01:00.000Z","outcome":"taken"},"extra":{"meta":{"n":1.0}},' +
        '"timestamp":"2026-01-01T00:01:00.000Z"}',
    );
  });

  it('has what every record has, and no more, of a transaction of which nothing else is known', () => {
    const always = Object.entries(commonFields)
      .filter(([, { when }]) => when === undefined)
      .map(([name]) => name);
    expect(Object.keys(written(describeTransaction(sampleTransaction(), now)))).toEqual(always);
  });

  it('of the check endpoint says what stands in the schema of its direction', () => {
    const source = {
      transaction: full,
      challenge: writeChallenge({ type: 'redirect', url: 'https://bank.example.com' }, false),
      pageUrl: 'https://pay.example.com',
      history: [],
      requisites: undefined,
    };
    const checked = written(describeRecord({ ...source, callback: undefined }, now));
    const names = Object.keys(recordFields('payment'));
    const absent = ['provider', 'expires_date', ...Object.keys(aftermathFields)];
    expect(Object.keys(checked).toSorted()).toEqual(
      names.filter((name) => !absent.includes(name)).toSorted(),
    );
    expect(checked['callback']).toEqual({ state: 'none', attempts: 0, next_attempt: null });
  });

  it('says to the check endpoint alone until when it can be paid', () => {
    const transaction = sampleTransaction();
    const source = {
      transaction,
      challenge: undefined,
      pageUrl: undefined,
      history: [],
      requisites: undefined,
    };
    const checked = written(describeRecord({ ...source, callback: undefined }, now));
    expect(checked['expires_date']).toBe('2026-01-01T00:10:00.000Z');
    expect(describeTransaction(transaction, now)).not.toHaveProperty('expires_date');
  });

  it('of a payment by transfer has the time of its details and the provider’s answer to them', () => {
    const transferOf = (transfer: Transaction['transfer']) =>
      written(describeTransaction(sampleTransaction({ transfer }), now))['transfer_details'];
    const sent = { submitted_date: '2026-01-01T00:01:00.000Z' };
    expect(transferOf({ submittedAt: now, outcome: undefined })).toEqual({ ...sent, outcome: null });
    expect(transferOf({ submittedAt: now, outcome: 'refused' })).toEqual({ ...sent, outcome: 'refused' });
    expect(transferOf(undefined)).toBeUndefined();
  });

  it('of a payout has its bank, with the name if it is known', () => {
    const bankOf = (bank: Transaction['bank']) =>
      written(describeTransaction(sampleTransaction({ type: 'payout', bank }), now))['bank'];
    expect(bankOf({ code: '058', name: 'Access Bank' })).toEqual({ code: '058', name: 'Access Bank' });
    expect(bankOf({ code: '1', name: undefined })).toEqual({ code: '1', name: null });
    expect(bankOf(undefined)).toBeUndefined();
  });

  it('of a payout has nothing that only payments have', () => {
    const [payment, payout] = [recordFields('payment'), recordFields('payout')].map((fields) =>
      Object.keys(fields),
    );
    expect(payment?.filter((name) => !payout?.includes(name))).toEqual([
      'expired_at_stage',
      'card',
      'transfer_details',
      'redirect_url',
      'refunded_amount',
      'charged_back_amount',
      'refundable_amount',
      'refundable_until',
      'refunds',
    ]);
    expect(payout?.filter((name) => !payment?.includes(name))).toEqual(['bank', 'requisites']);
  });
});
