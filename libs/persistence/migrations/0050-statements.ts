import type { MigrationInterface, QueryRunner } from 'typeorm';
import { startOfMonth, textAt } from '../months/month-tables.js';
import { books, matched } from './statements/books.js';
import * as closing from './statements/periods.js';
import * as lines from './statements/tables.js';

/**
 * Money reconciled (contract §16): statements and what their lines stand for, differences, the provider books that triggers
 * post, and closed months. From here on each success and each reversal is posted there as well.
 */
export class Statements1700000000074 implements MigrationInterface {
  name = 'Statements1700000000074';

  async up(runner: QueryRunner): Promise<void> {
    for (const subject of [lines.tables, books, matched, closing.periods]) await runner.query(subject);
    const writtenOnce = [...lines.writtenOnce, ...closing.writtenOnce];
    for (const table of writtenOnce)
      await runner.query(`
        create trigger ${table}_append_only before update or delete on ${table}
          for each row execute function refuse_rewriting()`);
    for (const table of [...writtenOnce, ...lines.neverEmptied])
      await runner.query(`
        create trigger ${table}_never_emptied before truncate on ${table}
          for each statement execute function refuse_rewriting()`);
    for (const table of inMonths) await runner.query(firstPart(table));
  }

  down(): Promise<void> {
    return Promise.reject(new Error('The books are append-only: statements cannot be undone.'));
  }
}

/**
 * What succeeded before there were provider books, in batches and while everything goes on. It may be repeated: what is posted
 * already is left alone. Statements that begin later are not compared with these entries.
 */
export class EarlierSuccesses1700000000075 implements MigrationInterface {
  name = 'EarlierSuccesses1700000000075';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (let after = leastKey; ;) {
      const [batch] = (await runner.query(successes, [after])) as Batch[];
      if (!batch?.last) break;
      after = batch.last;
    }
    for (let after = '0'; ;) {
      const [batch] = (await runner.query(earlierReversals, [after])) as Batch[];
      if (!batch?.last) break;
      after = batch.last;
    }
  }

  down(): Promise<void> {
    return Promise.resolve();
  }
}

type Batch = { readonly last: string | null };

const leastKey = '00000000-0000-0000-0000-000000000000';

const inMonths = ['statement_lines', 'statement_matches', 'provider_entries'];

/** As the other tables in months began: the first part ends with the month after next. */
const firstMonths = 3;

function firstPart(table: string): string {
  return `
    create table ${table}_first partition of ${table}
      for values from (minvalue) to ('${textAt('line_id', startOfMonth(new Date(), firstMonths))}');
    create trigger ${table}_never_emptied before truncate on ${table}_first
      for each statement execute function refuse_rewriting()`;
}

const successes = `
  with batch as (
    select identifier, type, merchant, currency, amount, method, finished_at, status from transactions
    where identifier > $1::uuid order by identifier limit 5000
  ), posted as (
    insert into provider_entries (cause, kind, merchant, mid, provider, currency, from_account, to_account, amount,
      identifier, method, posted_at)
    select batch.identifier, type, merchant, coalesce(attempt.mid, ''), attempt.provider, currency, from_account, to_account,
      amount, batch.identifier, method, batch.finished_at
    from batch
      join (values ('payment', 'customers', 'held'), ('payout', 'held', 'beneficiaries'), ('refund', 'held', 'customers'))
        as moved (kind, from_account, to_account) on moved.kind = batch.type
      left join lateral mid_of(batch.identifier) as attempt on true
    where status = 'success'
    on conflict do nothing
  )
  select max(identifier::text) as last from batch`;

const earlierReversals = `
  with batch as (
    select reversals.id, reversals.identifier, reversal_id, reversals.merchant, reversals.currency,
      case when reversals.kind = 'returned' then type || '_returned' else reversals.kind end as kind, method, reversals.created_at,
      case when reversals.state = 'dismissed' or reversals.kind = 'inquiry' then 0
        when reversals.state = 'posted' then counted when reversals.kind = 'returned' then reversals.amount else 0 end as amount
    from reversals join transactions using (identifier)
    where reversals.id > $1::bigint order by reversals.id limit 5000
  ), posted as (
    insert into provider_entries (cause, kind, merchant, reversal_id, mid, provider, currency, from_account, to_account, amount,
      identifier, method, posted_at)
    select batch.identifier, batch.kind, merchant, reversal_id, coalesce(attempt.mid, ''), attempt.provider, currency,
      from_account, to_account, amount, batch.identifier, method, batch.created_at
    from batch
      join (values ('payout_returned', 'beneficiaries', 'held'), ('refund_returned', 'customers', 'held'),
        ('chargeback_won', 'customers', 'held'), ('chargeback', 'held', 'customers'),
        ('provider_refund', 'held', 'customers')) as moved (kind, from_account, to_account) on moved.kind = batch.kind
      left join lateral mid_of(batch.identifier) as attempt on true
    where amount > 0
    on conflict do nothing
  )
  select max(id)::text as last from batch`;
