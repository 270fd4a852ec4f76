import type { MigrationInterface, QueryRunner } from 'typeorm';
import { monthTables, startOfMonth, textAt } from '../months/month-tables.js';
import { attempts } from './baseline/attempts.js';
import { callbacks } from './baseline/callbacks.js';
import { customers } from './baseline/customers.js';
import { ledger } from './baseline/ledger.js';
import { limits } from './baseline/limits.js';
import { months } from './baseline/months.js';
import { reviews } from './baseline/reviews.js';
import { risk } from './baseline/risk.js';
import { roleBounds } from './baseline/role-bounds.js';
import { settings } from './baseline/settings.js';
import { transactions } from './baseline/transactions.js';
import { migratedBefore } from './before-baseline.js';

/**
 * The schema of 1.0 in an empty database. A database that the migrations before 1.0 have built has it already: there it
 * changes nothing. A test holds the two against each other (docs/migrations.md).
 */
export class Baseline1700000000000 implements MigrationInterface {
  name = 'Baseline1700000000000';

  async up(runner: QueryRunner): Promise<void> {
    if ((await migratedBefore(runner)).length > 0) return;
    for (const subject of subjects) await runner.query(subject);
    for (const table of [...writtenOnce, 'redelivery_orders'])
      await runner.query(`
        create trigger ${table}_append_only before update or delete on ${table}
          for each row execute function refuse_rewriting()`);
    for (const table of [...writtenOnce, ...neverEmptied])
      await runner.query(`
        create trigger ${table}_never_emptied before truncate on ${table}
          for each statement execute function refuse_rewriting()`);
    for (const table of inMonths) await runner.query(firstPart(table));
  }

  down(): Promise<void> {
    return Promise.reject(new Error('The books are append-only: the first migration cannot be undone.'));
  }
}

/** In this order: each uses tables and functions of those before it. */
const subjects = [
  transactions,
  attempts,
  customers,
  callbacks,
  reviews,
  ledger,
  limits,
  risk,
  settings,
  months,
  roleBounds,
];

/** Tables whose rows are neither changed nor deleted. */
const writtenOnce = [
  'audit_log',
  'audit_seals',
  'block_removals',
  'blocks',
  'configurations',
  'delivery_attempts',
  'ledger_entries',
  'ledger_proofs',
  'lookups',
  'operator_decisions',
  'routing_decisions',
  'status_history',
  'switches',
  'timings',
];

/** Further tables that are never emptied as a whole. */
const neverEmptied = [
  'api_keys',
  'attempts',
  'bank_code_challenges',
  'events',
  'ledger_balances',
  'limit_counters',
  'payouts_in_flight',
  'provider_events',
  'reviews',
  'transactions',
  'transfer_details',
];

/** Tables that were kept in months from the beginning. */
const inMonths = ['delivery_attempts', 'lookups', 'routing_decisions', 'status_history'];

/** The first part ends with the month after next; `make_months` makes the others. */
const firstMonths = 3;

function firstPart(table: string): string {
  const key = monthTables[table]?.key ?? 'identifier';
  return `
    create table ${table}_first partition of ${table}
      for values from (minvalue) to ('${textAt(key, startOfMonth(new Date(), firstMonths))}');
    create trigger ${table}_never_emptied before truncate on ${table}_first
      for each statement execute function refuse_rewriting()`;
}
