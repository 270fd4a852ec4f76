import { describe, expect, it } from 'vitest';
import { sampleAttempt, sampleTransaction } from '../transaction/testing/samples.js';
import { judgeReversal, type Judgement } from './judge-reversal.js';
import { failureOf } from './reversal-doubts.js';
import type { ReportedReversal, ReversalKind, ReversalWay } from './reversal.js';
import type { KnownReversal, ReversalSubject } from './told-reversal.js';

function subject(fields: Partial<ReversalSubject> = {}): ReversalSubject {
  return {
    transaction: { type: 'payment', status: 'success', amount: '100', currency: 'EUR' },
    attempts: [
      { provider: 'bank', providerReference: 'id-0', state: 'declined' },
      { provider: 'bank', providerReference: 'id-1', state: 'final' },
    ],
    reversals: [],
    refunds: [],
    isSpendable: false,
    ...fields,
  };
}

function told(kind: ReversalKind, fields: Partial<ReportedReversal> = {}): ReportedReversal {
  return { kind, providerReference: 'id-1', key: 'k1', amount: '100.00', currency: 'EUR', ...fields };
}

function known(kind: ReversalKind, fields: Partial<KnownReversal> = {}): KnownReversal {
  const amount = fields.amount ?? '100.00';
  return {
    reversalId: 'rev_1',
    kind,
    amount,
    counted: amount,
    state: 'posted',
    words: [{ way: 'report', key: 'k1' }],
    ...fields,
  };
}

const judge = (
  of: Partial<ReversalSubject>,
  reversal: ReportedReversal,
  way: ReversalWay = 'report',
): Judgement => judgeReversal(subject(of), { way, provider: 'bank', reversal });

const posted: Judgement = { kind: 'new', standing: { state: 'posted', counts: true } };
const waits = (cause: string, counts = false) => ({
  kind: 'new',
  standing: { state: 'recorded', counts, cause },
});
const payout = {
  transaction: { type: 'payout', status: 'success', amount: '100', currency: 'EUR' },
  isSpendable: true,
} as const;
const refund = {
  transaction: { type: 'refund', status: 'success', amount: '100', currency: 'EUR' },
} as const;

describe('a reversal that is told for the first time (contract §15.8)', () => {
  it.each(['chargeback', 'provider_refund'] as const)('%s is posted at once', (kind) => {
    expect(judge({}, told(kind))).toEqual(posted);
  });

  it('a chargeback is won back up to what was charged back', () => {
    const reversals = [known('chargeback', { amount: '60.00' })];
    const won = (amount: string) => judge({ reversals }, told('chargeback_won', { key: 'k2', amount }));
    expect(won('60.00')).toEqual(posted);
    expect(won('20')).toEqual(posted);
    expect(won('60.01')).toEqual(waits('more was won back than was charged back'));
  });

  it('an inquiry is recorded, and counts nowhere', () => {
    expect(judge({}, told('inquiry'))).toEqual({
      kind: 'new',
      standing: { state: 'recorded', counts: false },
    });
  });

  it('the money of a payout waits for a person', () => {
    expect(judge(payout, told('returned'))).toEqual(waits('money came back'));
    const half = known('returned', { amount: '50', counted: '0', state: 'recorded' });
    const more = judge({ ...payout, reversals: [half] }, told('returned', { key: 'k2', amount: '50.01' }));
    expect(more).toEqual(waits('more came back than was paid out'));
  });

  it('the money of a refund is back at once, or can be refunded again before a person lets it be paid out', () => {
    expect(judge(refund, told('returned'))).toEqual(posted);
    expect(judge({ ...refund, isSpendable: true }, told('returned'))).toEqual(waits('money came back', true));
  });

  it.each<readonly [string, Partial<ReversalSubject>, ReportedReversal, Judgement]>([
    [
      'an open transaction',
      { transaction: { ...payout.transaction, status: 'pending' } },
      told('returned'),
      { kind: 'open' },
    ],
    [
      'one that ended otherwise',
      { transaction: { type: 'payment', status: 'declined', amount: '100', currency: 'EUR' } },
      told('chargeback'),
      { kind: 'review', cause: 'contradicts the final state' },
    ],
    [
      'a kind that its type does not have',
      {},
      told('returned'),
      { kind: 'review', cause: 'contradicts the final state' },
    ],
    [
      'another currency',
      {},
      told('chargeback', { currency: 'USD' }),
      { kind: 'review', cause: 'wrong amount' },
    ],
    ['no amount', {}, told('chargeback', { amount: '0.00' }), { kind: 'review', cause: 'wrong amount' }],
    [
      'an amount that is no decimal',
      {},
      told('chargeback', { amount: '1e2' }),
      { kind: 'review', cause: 'wrong amount' },
    ],
    [
      'an amount that is too fine',
      {},
      told('chargeback', { amount: '1.001' }),
      { kind: 'review', cause: 'wrong amount' },
    ],
    [
      'an attempt that took no money',
      {},
      told('chargeback', { providerReference: 'id-0' }),
      { kind: 'review', cause: 'other attempt' },
    ],
    [
      'an attempt of another transaction',
      {},
      told('chargeback', { providerReference: 'id-2' }),
      { kind: 'review', cause: 'unknown attempt' },
    ],
  ])('%s', (_case, of, reversal, judgement) => {
    expect(judge(of, reversal)).toEqual(judgement);
  });
});

describe('a refund in the provider’s panel', () => {
  it('waits while a refund of ours of that amount may be it', () => {
    const of = (providerId: string | undefined) => ({ refunds: [{ amount: '100', providerId }] });
    expect(judge(of(undefined), told('provider_refund'))).toEqual(waits('may be a refund of ours'));
    expect(judge(of(undefined), told('provider_refund', { amount: '99' }))).toEqual(posted);
    expect(judge(of('other'), told('provider_refund'))).toEqual(posted);
  });

  it('is posted when it is told again and our refund has turned out to be another one', () => {
    const reversals = [known('provider_refund', { state: 'recorded', counted: '0' })];
    const refunds = [{ amount: '100', providerId: 'other' }];
    const posts = { kind: 'joined', reversalId: 'rev_1', isNewWord: false, posts: true };
    expect(judge({ reversals, refunds }, told('provider_refund'))).toEqual(posts);
    const doubtful = { reversals, refunds: [{ amount: '100', providerId: undefined }] };
    expect(judge(doubtful, told('provider_refund'))).toEqual({ kind: 'agrees' });
  });

  it('is nothing new if its key is the id of a refund of ours', () => {
    expect(judge({ refunds: [{ amount: '100', providerId: 'k1' }] }, told('provider_refund'))).toEqual({
      kind: 'agrees',
    });
  });
});

describe('a reversal that is told again', () => {
  it('is one by the same key of the same way, and another one by another key', () => {
    const reversals = [known('chargeback', { amount: '50' })];
    expect(judge({ reversals }, told('chargeback', { amount: '50.00' }))).toEqual({ kind: 'agrees' });
    expect(judge({ reversals }, told('chargeback', { amount: '50.00', key: 'k2' }))).toEqual(posted);
    expect(judge({ reversals }, told('chargeback', { amount: '51' }))).toEqual({
      kind: 'review',
      cause: 'told with two amounts',
    });
  });

  it('is one by another way under any key, and is not posted twice', () => {
    const reversals = [known('chargeback')];
    const joined = { kind: 'joined', reversalId: 'rev_1', isNewWord: true, posts: false };
    expect(judge({ reversals }, told('chargeback', { key: 'line 7' }), 'statement')).toEqual(joined);
    const both = [
      known('chargeback', {
        words: [
          { way: 'report', key: 'k1' },
          { way: 'statement', key: 'line 7' },
        ],
      }),
    ];
    const second = judge({ reversals: both }, told('chargeback', { key: 'line 8' }), 'statement');
    expect(second).toEqual(posted);
  });

  it('of a payout by both ways with one amount is posted without a person', () => {
    const recorded = known('returned', { state: 'recorded', counted: '0' });
    const line = told('returned', { key: 'line 7' });
    expect(judge({ ...payout, reversals: [recorded] }, line, 'statement')).toEqual({
      kind: 'joined',
      reversalId: 'rev_1',
      isNewWord: true,
      posts: true,
    });
    const other = judge({ ...payout, reversals: [recorded] }, { ...line, amount: '90' }, 'statement');
    expect(other).toEqual(waits('more came back than was paid out'));
    const half = known('returned', { state: 'recorded', counted: '0', amount: '50' });
    const otherHalf = judge({ ...payout, reversals: [half] }, { ...line, amount: '40' }, 'statement');
    expect(otherHalf).toEqual(waits('told with two amounts'));
  });

  it('is new if a person has dismissed the first one', () => {
    const dismissed = known('returned', { state: 'dismissed', counted: '0' });
    const line = told('returned', { key: 'line 7' });
    expect(judge({ ...payout, reversals: [dismissed] }, told('returned'))).toEqual({ kind: 'agrees' });
    expect(judge({ ...payout, reversals: [dismissed] }, line, 'statement')).toEqual(waits('money came back'));
  });

  it('a failure of a refund is one, told as an outcome or as a reversal', () => {
    const transaction = sampleTransaction({ type: 'refund', status: 'success', amount: '100' });
    const failure = failureOf(transaction, {
      providerReference: 'id-1',
      providerId: 'rf_1',
      outcome: 'declined',
    });
    expect(failure).toEqual(told('returned', { key: 'rf_1 failed' }));
    const attempts = [sampleAttempt(1, 'final')];
    const after = (reversals: readonly KnownReversal[], reversal: ReportedReversal) =>
      judge({ transaction, attempts, reversals }, reversal);
    expect(after([], failure)).toEqual(posted);
    expect(after([known('returned')], failure)).toEqual({ kind: 'agrees' });
    const failed = known('returned', { words: [{ way: 'report', key: failure.key }] });
    expect(after([failed], told('returned'))).toEqual({ kind: 'agrees' });
    expect(after([known('returned')], told('returned', { key: 'k2' }))).toEqual(
      waits('more came back than was paid out'),
    );
  });
});
