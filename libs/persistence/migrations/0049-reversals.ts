import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex } from './build-index.js';
import { claims } from './reversals/claims.js';
import { postings } from './reversals/postings.js';
import { questions } from './reversals/questions.js';
import { tables } from './reversals/tables.js';

/**
 * What happens to money after a success (contract §15.8): reversals, the words that told them, what they change of the totals
 * of a payment, and their entries, reviews and events.
 */
export class Reversals1700000000071 implements MigrationInterface {
  name = 'Reversals1700000000071';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(tables);
    await runner.query(claims);
    await runner.query(postings);
    await runner.query(questions);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('The books are append-only: reversals cannot be undone.'));
  }
}

/**
 * The indexes that take the place of "one per transaction" by "one per transaction and reversal". `nulls not distinct`: a
 * transaction still has one event of its end, and one entry of each kind.
 */
export class ReversalIndexes1700000000072 implements MigrationInterface {
  name = 'ReversalIndexes1700000000072';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const { name, on } of uniqueIndexes) await buildIndex(runner, { name, on, isUnique: true });
    await buildIndex(runner, waitingEvents);
    await runner.query('drop index concurrently if exists reviews_adjustment_key');
    for (const { table, constraint } of validated)
      await runner.query(`alter table ${table} validate constraint ${constraint}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of [...uniqueIndexes, waitingEvents])
      await runner.query(`drop index concurrently ${name}`);
  }
}

/** The constraints that the new indexes replace. */
export class OncePerReversal1700000000073 implements MigrationInterface {
  name = 'OncePerReversal1700000000073';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table ledger_entries drop constraint ledger_entries_once_key;
      alter table events drop constraint events_transaction_key`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table ledger_entries add constraint ledger_entries_once_key unique (identifier, kind);
      alter table events add constraint events_transaction_key unique (identifier)`);
  }
}

const uniqueIndexes = [
  { name: 'events_once_key', on: 'events (identifier, reversal_id) nulls not distinct' },
  {
    name: 'ledger_entries_kind_key',
    on: 'ledger_entries (identifier, kind, reversal_id) nulls not distinct where identifier is not null',
  },
  { name: 'ledger_entries_reversal_key', on: 'ledger_entries (reversal_id) where reversal_id is not null' },
  {
    name: 'reviews_adjusted_key',
    on: 'reviews (identifier, reversal_id) nulls not distinct where adjustment is not null',
  },
] as const;

const waitingEvents = {
  name: 'events_reversals_waiting_idx',
  on: `events (finished_at) where reversal_id is not null and state = 'pending'`,
};

const validated = [
  { table: 'events', constraint: 'events_reversal_fkey' },
  { table: 'ledger_entries', constraint: 'ledger_entries_reversal_fkey' },
  { table: 'ledger_entries', constraint: 'ledger_entries_accounts_check' },
  { table: 'reviews', constraint: 'reviews_reversal_fkey' },
] as const;
