import type { Books } from './books.js';
import type { Merchant } from '../fakes/merchant.js';

/** What was posted for a payout, in order: the kind, the amount as written and its currency. */
export async function entriesOf(books: Books, identifier: unknown): Promise<readonly string[]> {
  const rows = await books.rows(
    'select kind, amount::text, currency from ledger_entries where identifier = $1 order by id',
    identifier,
  );
  return rows.map(({ kind, amount, currency }) => `${String(kind)} ${String(amount)} ${String(currency)}`);
}

/** What the merchant is shown of one currency. */
export async function balanceOf(
  merchant: Merchant,
  currency: string,
): Promise<{ readonly available: number; readonly reserved: number }> {
  const { body } = await merchant.get('/v2/balance');
  const balances = body['balances'] as readonly Readonly<Record<string, string>>[];
  const balance = balances.find((one) => one['currency'] === currency);
  return { available: Number(balance?.['available']), reserved: Number(balance?.['reserved']) };
}

/** Reviews of a transaction, oldest first. */
export function reviewsOf(books: Books, identifier: unknown) {
  return books.rows(
    'select cause, evidence, closed_at from reviews where identifier = $1 order by id',
    identifier,
  );
}
