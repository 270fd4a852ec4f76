import { describe, expect, it } from 'vitest';
import { compareStatement, type StatementBooks } from './compare-statement.js';
import type { ReportSubject } from './decide.js';
import type { ProviderReport } from './report.js';
import type { TransactionStatus, TransactionType } from './status.js';

const reference = '01890000-0000-7000-8000-000000000001-1';
const paid: ProviderReport = {
  providerReference: reference,
  outcome: 'success',
  amount: '10.00',
  currency: 'NGN',
};

function booksOf(type: TransactionType, status: TransactionStatus): StatementBooks {
  const attempt = { n: 1, provider: 'paystack', providerReference: reference, state: 'accepted' } as const;
  const transaction = { type, status, statusSource: 'provider', amount: '10.00', currency: 'NGN' } as const;
  const subject: ReportSubject = { transaction, attempts: [attempt] };
  return { provider: 'paystack', subjects: new Map([[reference, subject]]), expected: [] };
}

describe("a provider's list", () => {
  it.each(['payment', 'payout'] as const)('agrees about a %s that has ended as it says', (type) => {
    expect(compareStatement([paid], booksOf(type, 'success'))).toEqual({
      agreed: 1,
      strangers: 0,
      differences: [],
    });
  });

  it.each([
    [
      'payment',
      'success',
      { amount: '9.99' },
      'wrong amount: success here, 10.00 NGN; success there, 9.99 NGN',
    ],
    [
      'payout',
      'success',
      { outcome: 'declined' },
      'contradicts the final state: success here, 10.00 NGN; declined there, 10.00 NGN',
    ],
    ['payment', 'pending', {}, 'pending here, 10.00 NGN; success there, 10.00 NGN'],
    ['payment', 'success', { outcome: 'open' }, 'success here, 10.00 NGN; open there, 10.00 NGN'],
    ['payout', 'declined', { outcome: 'open' }, 'declined here, 10.00 NGN; open there, 10.00 NGN'],
  ] as const)('differs about a %s that is %s, of which it says %o', (type, status, changes, says) => {
    const { agreed, differences } = compareStatement([{ ...paid, ...changes }], booksOf(type, status));
    expect(differences).toEqual([{ providerReference: reference, says }]);
    expect(agreed).toBe(0);
  });

  it.each([
    ['payment', 'expired'],
    ['payment', 'created'],
    ['payout', 'pending'],
  ] as const)('may have a %s open that is %s', (type, status) => {
    expect(compareStatement([{ ...paid, outcome: 'open' }], booksOf(type, status)).differences).toEqual([]);
  });

  it('differs about what it has and we do not, if it was made by us; others may use the account', () => {
    const books = { ...booksOf('payment', 'success'), subjects: new Map() };
    const { strangers, differences } = compareStatement(
      [paid, { ...paid, providerReference: 'T-4711' }],
      books,
    );
    expect(differences).toEqual([
      { providerReference: reference, says: 'unknown here; success there, 10.00 NGN' },
    ]);
    expect(strangers).toBe(1);
  });

  it('differs about what it must have and does not', () => {
    const books = { ...booksOf('payment', 'success'), expected: [reference, 'other-1'] };
    expect(compareStatement([paid], books).differences).toEqual([
      { providerReference: 'other-1', says: 'the provider does not list it' },
    ]);
  });
});
