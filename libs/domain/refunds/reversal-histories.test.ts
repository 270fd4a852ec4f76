import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeReversal } from './judge-reversal.js';
import { reversalKinds, reversalWays, type ReportedReversal, type ReversalWay } from './reversal.js';
import type { KnownReversal, ReversalSubject } from './told-reversal.js';

/** What a provider may tell of one payment of 100 EUR, in any order and as often as it likes. */
const facts: fc.Arbitrary<readonly ReportedReversal[]> = fc
  .array(
    fc.record({
      kind: fc.constantFrom(...reversalKinds.filter((kind) => kind !== 'returned')),
      amount: fc.integer({ min: 1, max: 100 }).map(String),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((listed) =>
    listed.map((fact, place) => ({
      ...fact,
      key: `fact ${place}`,
      providerReference: 'id-1',
      currency: 'EUR',
    })),
  );

/** Applies judgements as the database does. */
function hear(history: readonly (readonly [ReversalWay, ReportedReversal])[]): readonly KnownReversal[] {
  let reversals: readonly KnownReversal[] = [];
  for (const [way, reversal] of history) {
    const subject: ReversalSubject = {
      transaction: { type: 'payment', status: 'success', amount: '100', currency: 'EUR' },
      attempts: [{ provider: 'bank', providerReference: 'id-1', state: 'final' }],
      reversals,
      refunds: [],
      isSpendable: false,
    };
    const judgement = judgeReversal(subject, { way, provider: 'bank', reversal });
    const word = { way, key: reversal.key };
    if (judgement.kind === 'new') {
      const { state, counts } = judgement.standing;
      const { kind, amount } = reversal;
      const counted = counts ? amount : '0';
      const reversalId = `rev_${reversals.length}`;
      reversals = [...reversals, { reversalId, kind, amount, counted, state, words: [word] }];
    }
    if (judgement.kind === 'joined')
      reversals = reversals.map((one) =>
        one.reversalId === judgement.reversalId
          ? {
              ...one,
              words: judgement.isNewWord ? [...one.words, word] : one.words,
              ...(judgement.posts && { state: 'posted', counted: one.amount }),
            }
          : one,
      );
  }
  return reversals;
}

const sumOf = (reversals: readonly KnownReversal[], kind: ReportedReversal['kind']) =>
  reversals.filter((one) => one.kind === kind).reduce((sum, one) => sum + Number(one.counted), 0);

describe('whatever a provider tells of a payment', () => {
  it('each fact is recorded once, however often one way repeats it', () => {
    fc.assert(
      fc.property(facts, fc.array(fc.nat(), { maxLength: 12 }), (told, repeated) => {
        const again = repeated.flatMap((place) => told.slice(place % told.length, (place % told.length) + 1));
        const history = [...told, ...again].map((one) => ['report', one] as const);
        expect(hear(history)).toHaveLength(told.length);
      }),
    );
  });

  it('two ways that tell the same facts, each under its own keys, make no more of them than one', () => {
    fc.assert(
      fc.property(facts, (told) => {
        const history = reversalWays.flatMap((way) =>
          told.map((one) => [way, { ...one, key: `${way} ${one.key}` }] as const),
        );
        expect(hear(history)).toHaveLength(told.length);
      }),
    );
  });

  it('what is won back never exceeds what was charged back, and no inquiry counts', () => {
    fc.assert(
      fc.property(facts, fc.array(fc.constantFrom(...reversalWays)), (told, ways) => {
        const history = told.map((one, place) => [ways[place] ?? 'report', one] as const);
        const reversals = hear(history);
        expect(sumOf(reversals, 'chargeback_won')).toBeLessThanOrEqual(sumOf(reversals, 'chargeback'));
        expect(sumOf(reversals, 'inquiry')).toBe(0);
      }),
    );
  });
});
