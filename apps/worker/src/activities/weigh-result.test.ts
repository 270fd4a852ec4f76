import { describe, expect, it } from 'vitest';
import type { Transaction } from '#domain/registered-transaction';
import type { TransactionStatus, TransactionType } from '#domain/transaction';
import type { Attempt, AttemptState } from '#domain/transactions/attempt';
import type { Known } from './known.js';
import { weighResult, type Sent } from './weigh-result.js';

/** Of the fields that matter to what an answer changes; with a second route. */
function known(
  status: TransactionStatus,
  state: AttemptState,
  { type = 'payment', later }: { readonly type?: TransactionType; readonly later?: AttemptState } = {},
): Known {
  const transaction = {
    identifier: 'id',
    type,
    style: 'h2h',
    status,
    amount: '10.10',
    currency: 'EUR',
    meta: '{}',
    plan: { routes: [{}, {}] },
    createdAt: new Date(0),
  } as unknown as Transaction;
  const attempt = (n: number, now: AttemptState): Attempt => ({
    n,
    provider: 'bank',
    mid: 'main',
    providerReference: `id-${n}`,
    state: now,
    cause: undefined,
  });
  const attempts = [attempt(1, state), ...(later ? [attempt(2, later)] : [])];
  return { transaction, attempts, clock: () => new Date(1_000) };
}

const paid = { providerReference: 'id-1', outcome: 'success', amount: '10.10', currency: 'EUR' } as const;
const success: Sent = { kind: 'final', evidence: paid };
const softDecline: Sent = {
  kind: 'declined',
  soft: true,
  evidence: { providerReference: 'id-1', outcome: 'declined' },
};

describe('an answer that is awaited', () => {
  it.each(['sending', 'unknown'] as const)('ends the transaction, from %s', (state) => {
    expect(weighResult(known('pending', state), 1, success)).toMatchObject({
      attempt: { n: 1, to: 'final', evidence: paid },
      move: { to: 'success', source: 'provider' },
      forgetCard: true,
    });
  });

  it('leaves the card for the next route after a soft decline, of a payment alone', () => {
    expect(weighResult(known('pending', 'sending'), 1, softDecline)).toEqual({
      attempt: { n: 1, to: 'declined', cause: 'soft', evidence: softDecline.evidence },
    });
    expect(weighResult(known('pending', 'sending', { type: 'payout' }), 1, softDecline)).toMatchObject({
      move: { to: 'declined' },
    });
  });
});

describe('an answer that comes late', () => {
  it.each(['error', 'declined', 'expired'] as const)('of success after %s is kept and raised', (status) => {
    expect(weighResult(known(status, 'not_sent'), 1, success)).toEqual({
      attempt: { n: 1, evidence: paid, providerId: undefined },
      review: { cause: 'contradicts the final state', evidence: paid },
      forgetCard: true,
    });
  });

  it('that the provider has it is raised when it ended as never sent, or by hand', () => {
    const evidence = { providerReference: 'id-1', outcome: 'open' };
    const accepted: Sent = { kind: 'accepted' };
    expect(weighResult(known('error', 'not_sent'), 1, accepted)).toMatchObject({
      review: { cause: 'was held as not sent', evidence },
    });
    expect(weighResult(known('declined', 'unknown', { type: 'payout' }), 1, accepted)).toMatchObject({
      attempt: { n: 1, evidence },
      review: { cause: 'contradicts the final state', evidence },
    });
    expect(weighResult(known('declined', 'final'), 1, accepted)).not.toHaveProperty('review');
  });

  it('of success after a look-up has found it accepted ends it all the same', () => {
    expect(weighResult(known('pending', 'accepted'), 1, success)).toMatchObject({
      attempt: { to: 'final', evidence: paid },
      move: { to: 'success' },
    });
  });

  it('of success of an attempt that was left for the next route is raised, never applied', () => {
    const progress = weighResult(known('pending', 'not_sent', { later: 'accepted' }), 1, success);
    expect(progress).toMatchObject({ review: { cause: 'other attempt' } });
    expect(progress).not.toHaveProperty('move');
  });

  it('moves nothing that is over: neither status nor attempt', () => {
    for (const result of [success, softDecline, { kind: 'accepted' } as const]) {
      const progress = weighResult(known('success', 'final'), 1, result);
      expect(progress).not.toHaveProperty('move');
      expect(progress.attempt).not.toHaveProperty('to');
    }
  });

  it('that says nothing of an attempt that is over changes nothing', () => {
    for (const kind of ['notSent', 'unknown'] as const) {
      const result = { kind, detail: 'x', cause: 'timeout' } as Sent;
      expect(weighResult(known('pending', 'accepted'), 1, result)).toEqual({});
    }
  });
});
