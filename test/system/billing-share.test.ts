import * as fc from 'fast-check';
import { afterAll, beforeAll, it, expect } from 'vitest';
import { billingShare } from '#domain/refunds/billing-share';
import { ledgerDatabase } from '../witnesses/ledger.js';

/** Goal: the share of a billing amount is one rule, in the domain and in the statement that registers (contract §15.3). */
const database = ledgerDatabase();

beforeAll(() => database.initialize());
afterAll(() => database.destroy());

it('Postgres shares a billing amount as the rule of the domain does', async () => {
  const gone = fc.tuple(fc.nat({ max: 300 }), fc.nat({ max: 300 }), fc.nat({ max: 300 }));
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 0, max: 90_000 }),
        fc.nat({ max: 90_000 }),
      ),
      gone,
      fc.integer({ min: 1, max: 300 }),
      async ([paid, billing, billed], [refunded, panel, taken], part) => {
        const money = (units: number) => (units / 100).toFixed(2);
        const [row] = await database.sql<{ share: string }[]>`
          select billing_share(row(null, ${money(paid)}::numeric, ${money(refunded)}::numeric, 0, ${money(panel)}::numeric,
            ${money(taken)}::numeric, ${money(billing)}::numeric, ${money(billed)}::numeric, 'EUR', 2)::refund_totals,
            ${money(part)}::numeric)::text as share`;
        const whole = {
          money: { amount: money(paid), currency: 'NGN' },
          billing: { amount: money(billing), currency: 'EUR' },
        };
        const earlier = { amount: money(refunded + panel + taken), billing: money(billed) };
        expect(row?.share).toBe(billingShare(whole, earlier, money(part)));
      },
    ),
    { numRuns: 200 },
  );
});
