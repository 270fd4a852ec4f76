import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a merchant asks for page by page is read by index, however much there is of it (contract §7). */
export class MerchantLists1700000000022 implements MigrationInterface {
  name = 'MerchantLists1700000000022';

  async up(runner: QueryRunner): Promise<void> {
    // The indexes take as long as there are rows.
    await runner.query('set local statement_timeout = 0');
    for (const statement of [transactions, entries, callbacks]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index events_untaken_idx;
      create index events_untaken_idx on events (event_id) where state in ('exhausted', 'stopped');
      drop index ledger_entries_list_idx;
      alter table ledger_entries drop column committed_in;
      drop index transactions_list_idx`);
  }
}

const transactions = `
create index transactions_list_idx on transactions (merchant, created_at, identifier)`;

/**
 * The identity is given before the commit, so it alone does not order what a reader sees. Older entries get the
 * transaction of this migration and keep their order.
 */
const entries = `
alter table ledger_entries add column committed_in xid8 not null default pg_current_xact_id();
create index ledger_entries_list_idx on ledger_entries (merchant, currency, committed_in, id)`;

/** In the order of the feed, so that one index answers merchants and operations staff. */
const callbacks = `
drop index events_untaken_idx;
create index events_untaken_idx on events (merchant, committed_in, event_id) where state in ('exhausted', 'stopped')`;
