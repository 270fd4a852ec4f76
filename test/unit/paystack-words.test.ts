import { describe, expect, it } from 'vitest';
import { transactionOutcomes, transferOutcomes } from '#gateway/connectors/paystack/read-report';
import { translateLookUp, translateSubmit } from '#gateway/connectors/paystack/call-paystack';
import {
  readListedTransaction,
  readTransaction,
  readTransfer,
} from '#gateway/connectors/paystack/read-report';
import { enumOf } from '../fakes/paystack-description.js';

/** Each word of the published description has an outcome, and each other word has none. */
const reference = 'ref-1';
const data = (status: string) => ({ reference, status, amount: 100, currency: 'NGN', id: 1 });
const answered = (body: unknown, status = 200) => ({ kind: 'answered', status, body }) as const;
const told = (status: string) => answered({ status: true, message: 'x', data: data(status) });

describe('the words of its description', () => {
  it('are all mapped', () => {
    expect(Object.keys(transferOutcomes).toSorted()).toEqual([...enumOf('/transfer', 'status')].toSorted());
    expect(Object.keys(transactionOutcomes)).toEqual(
      expect.arrayContaining([...enumOf('/transaction', 'status')]),
    );
  });

  it.each([
    ['success', 'final', 'success'],
    ['failed', 'declined', 'declined'],
    ['reversed', 'declined', 'declined'],
    ['rejected', 'declined', 'declined'],
    ['abandoned', 'final', 'error'],
    ['blocked', 'final', 'error'],
    ['pending', 'accepted', 'open'],
    ['received', 'accepted', 'open'],
    ['otp', 'accepted', 'open'],
  ])('of a transfer: %s → %s, %s', (status, kind, outcome) => {
    expect(translateSubmit(told(status), reference, readTransfer)).toMatchObject({
      kind,
      report: { outcome },
    });
    expect(translateLookUp(told(status), reference, readTransfer)).toMatchObject({
      kind: 'found',
      report: { outcome },
    });
  });

  it.each([
    ['success', 'success'],
    ['failed', 'declined'],
    ['reversed', 'open'],
    ['abandoned', 'open'],
    ['ongoing', 'open'],
    ['pending', 'open'],
    ['processing', 'open'],
    ['queued', 'open'],
  ])('of a transaction: %s → %s', (status, outcome) => {
    expect(translateLookUp(told(status), reference, readTransaction)).toMatchObject({
      report: { outcome },
    });
  });

  it.each(['send_otp', 'timeout', 'SUCCESS', 'toString', '__proto__'])(
    'are not these: %s is unknown, and found open',
    (status) => {
      for (const read of [readTransfer, readTransaction]) {
        expect(translateSubmit(told(status), reference, read)).toMatchObject({ kind: 'unknown' });
        expect(translateLookUp(told(status), reference, read)).toMatchObject({
          report: { outcome: 'open' },
        });
      }
    },
  );
});

const fault = (message: string, code?: string) => ({ status: false, message, type: 'api_error', code });

describe('a refusal', () => {
  it.each([
    [401, fault('Invalid key'), { kind: 'notSent', error: 'failed' }],
    [400, fault('Your balance is not enough to fulfil this request'), { kind: 'notSent', error: 'failed' }],
    [400, fault('Email is required', 'missing_params'), { kind: 'final', report: { outcome: 'error' } }],
    [400, fault('Duplicate Transaction Reference', 'duplicate_reference'), { kind: 'unknown' }],
    [400, fault('Please provide a unique reference'), { kind: 'unknown' }],
    [400, fault('Something else', 'something_else'), { kind: 'unknown' }],
    [401, {}, { kind: 'unknown' }],
    [403, fault('Invalid key'), { kind: 'unknown' }],
    [429, fault('Too many requests'), { kind: 'unknown', cause: 'communication' }],
    [
      500,
      fault('Your balance is not enough to fulfil this request'),
      { kind: 'unknown', cause: 'communication' },
    ],
  ])('with status %i and %j', (status, body, result) => {
    expect(translateSubmit(answered(body, status), reference, readTransfer)).toMatchObject(result);
  });

  it.each([
    [404, fault('Entity not found'), 'notFound'],
    [404, fault('Transfer not found'), 'notFound'],
    [404, fault('Transaction reference not found'), 'notFound'],
    [404, fault('The requested URL was not found'), 'noAnswer'],
    [404, 'Not found', 'noAnswer'],
    [400, fault('Transaction reference not found'), 'noAnswer'],
    [401, fault('Invalid key'), 'noAnswer'],
  ])('of a look-up with status %i and %j is %s', (status, body, kind) => {
    expect(translateLookUp(answered(body, status), reference, readTransfer)).toMatchObject({ kind });
  });

  it('of a look-up says how long to wait before the next one', () => {
    const throttled = { ...answered(fault('Too many requests'), 429), retryAfterMs: 7_000 };
    expect(translateLookUp(throttled, reference, readTransfer)).toMatchObject({ retryAfterMs: 7_000 });
  });

  it('is no answer about another reference', () => {
    expect(translateSubmit(told('success'), 'ref-2', readTransfer)).toMatchObject({ kind: 'unknown' });
    expect(translateLookUp(told('success'), 'ref-2', readTransfer)).toMatchObject({ kind: 'noAnswer' });
  });
});

it.each([
  ['success', 'success'],
  ['reversed', 'success'],
  ['reversal-pending', 'success'],
  ['failed', 'declined'],
  ['abandoned', 'open'],
])('a payment that is %s in a list is held against ours as %s', (status, outcome) => {
  const row = { reference: 'r-1', status, amount: 100, currency: 'NGN' };
  expect(readListedTransaction(row)?.report).toMatchObject({ outcome, amount: '1.00' });
});
