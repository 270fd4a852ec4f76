import { v7 as uuid } from 'uuid';
import type { Books } from '../witnesses/books.js';

type Planted = {
  readonly merchant: string;
  readonly kind: string;
  readonly amount: string;
  /** ISO 8601. */
  readonly at: string;
  readonly currency?: string;
  readonly provider?: string | null;
  readonly method?: string | null;
  readonly mid?: string;
  /** Whether it comes from a line of a statement and not from a transaction; follows from its kind if left out. */
  readonly isOfLine?: boolean;
  readonly identifier?: string;
};

const counters: Readonly<Record<string, readonly [from: string, to: string]>> = {
  payment: ['customers', 'held'],
  refund_returned: ['customers', 'held'],
  chargeback_won: ['customers', 'held'],
  payout_returned: ['beneficiaries', 'held'],
  refund: ['held', 'customers'],
  provider_refund: ['held', 'customers'],
  chargeback: ['held', 'customers'],
  payout: ['held', 'beneficiaries'],
  fee: ['held', 'fees'],
  tax: ['held', 'fees'],
  settlement: ['held', 'in_transfer'],
  funding: ['bank', 'held'],
};

/** Inserts an entry of the provider books at a past time, which the laws of the tables would refuse. Returns its cause. */
export async function plantEntry(books: Books, planted: Planted): Promise<string> {
  const {
    merchant,
    kind,
    amount,
    at,
    currency = 'EUR',
    provider = 'sandbox',
    method = 'ideal',
    mid = 'main',
  } = planted;
  const [from, to] = counters[kind] ?? [];
  const { isOfLine = ['fee', 'tax', 'settlement', 'funding'].includes(kind), identifier = uuid() } = planted;
  await books.inThePast(
    `insert into provider_entries (cause, kind, merchant, mid, provider, currency, from_account, to_account, amount,
       identifier, line_id, method, posted_at)
     values ($1::uuid, $2, $3, $4, $5, $6, $7, $8, $9, case when $10 then null else $1::uuid end,
       case when $10 then $1::uuid end, $11, $12)`,
    identifier,
    kind,
    merchant,
    mid,
    provider,
    currency,
    from,
    to,
    amount,
    isOfLine,
    method,
    at,
  );
  return identifier;
}

/** Puts everything that a transaction has posted at another time. */
export async function movePostings(books: Books, identifier: string, at: string): Promise<void> {
  for (const table of ['ledger_entries', 'provider_entries', 'provider_transit'])
    await books.inThePast(`update ${table} set posted_at = $2 where identifier = $1`, identifier, at);
}
