import type { Database } from '../database.js';
import { causes } from './proof/causes.js';
import { counters } from './proof/counters.js';
import { entries } from './proof/entries.js';
import { providerBooks } from './proof/provider-books.js';
import { providerSums } from './proof/provider-sums.js';
import { refunds } from './proof/refunds.js';
import { reversals } from './proof/reversals.js';
import { statements } from './proof/statements.js';
import { transitSums } from './proof/transit-sums.js';

/** The counts, and the differences; of many differences only the first are listed. */
export type LedgerProof = {
  readonly counts: Readonly<
    Record<'entries' | 'balances' | 'payouts' | 'payments' | 'refunds' | 'counters', number>
  >;
  readonly differencesCount: number;
  readonly differences: readonly LedgerDifference[];
};
type LedgerDifference = {
  /** The rule that should hold. */
  readonly rule: string;
  /** Merchant and currency, a currency, a project, a limit or the identifier of a transaction. */
  readonly subject: string;
  readonly found: string;
  readonly expected: string;
};

const differencesMax = 100;

const parts = [
  entries,
  causes,
  counters,
  refunds,
  reversals,
  providerBooks,
  providerSums,
  transitSums,
  statements,
];

/**
 * Proves the ledger against itself and against the transactions, and the transactions against their causes (contract §13).
 * One statement, so that all parts see the same moment. It changes nothing and blocks no writer; a large ledger may take
 * longer than a connection's usual statement timeout.
 */
export async function proveLedger(database: Pick<Database, 'query'>): Promise<LedgerProof> {
  const [proof] = await database.query<LedgerProof[]>(statement, [differencesMax]);
  if (!proof) throw new Error('proving the ledger returns one row');
  return proof;
}

/** Stores the time and result of a proof; metrics show the last one. */
export async function keepProof(
  database: Pick<Database, 'sql'>,
  { differencesCount }: LedgerProof,
): Promise<void> {
  await database.sql`insert into ledger_proofs (differences) values (${differencesCount}::integer)`;
}

const statement = `
  with ${parts.map(({ sets }) => sets.trim()).join(', ')}, differences as (
    ${parts.flatMap(({ differences }) => differences).join('\n    union all\n    ')}
  )
  select
    jsonb_build_object(
      'entries', (select count(*) from ledger_entries), 'balances', (select count(*) from ledger_balances),
      'payouts', (select count(*) from subjects where type = 'payout'),
      'payments', (select count(*) from subjects where type = 'payment'),
      'refunds', (select count(*) from subjects where type = 'refund'),
      'counters', (select count(*) from limit_counters)) as counts,
    (select count(*) from differences)::integer as "differencesCount",
    coalesce((select jsonb_agg(first) from (select * from differences limit $1) as first), '[]') as differences`;
