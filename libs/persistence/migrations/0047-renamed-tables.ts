import type { MigrationInterface, QueryRunner } from 'typeorm';

/*
 * Two tables get the names that the code uses. A view keeps each old name, with the columns and grants of the release
 * before (docs/decisions/0050). The release after this one drops the views.
 */

type OldName = {
  readonly view: string;
  /** What each role may do with the view, as `role-grants.ts` said of the table. */
  readonly grants: Readonly<Record<string, string>>;
};

abstract class RenamedTable implements MigrationInterface {
  protected abstract readonly old: OldName;
  protected abstract readonly renames: string;
  protected abstract readonly undo: string;

  async up(runner: QueryRunner): Promise<void> {
    const [old] = (await runner.query(
      `select relkind = 'r' as "isTable" from pg_class where oid = to_regclass('${this.old.view}')`,
    )) as { readonly isTable: boolean }[];
    // The baseline creates the new names.
    if (!old?.isTable) return;
    await runner.query(this.renames);
    const roles = (await runner.query(`
      select rolname as role, substr(rolname, length(current_database()) + 2) as name from pg_roles
      where starts_with(rolname, current_database() || '_')`)) as { role: string; name: string }[];
    for (const { role, name } of roles) {
      const verbs = this.old.grants[name];
      if (verbs !== undefined) await runner.query(`grant ${verbs} on ${this.old.view} to "${role}"`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(this.undo);
  }
}

export class Recoveries1700000000067 extends RenamedTable {
  name = 'Recoveries1700000000067';
  protected readonly old: OldName = {
    view: 'sweeps',
    grants: {
      api: 'select, insert (identifier, next_sweep_at), update (next_sweep_at, suspicions, suspicion_due_at, asked_at)',
      worker: 'select, insert, update, delete',
      checkout: 'select, update (next_sweep_at)',
    },
  };
  protected readonly renames = `
-- The view below answers to the old name in the same transaction.
-- squawk-ignore renaming-table
alter table sweeps rename to recoveries;
-- squawk-ignore renaming-column
alter table recoveries rename column next_sweep_at to due_at;
alter table recoveries rename constraint sweeps_pkey to recoveries_pkey;
alter table recoveries rename constraint sweeps_transaction_fkey to recoveries_transaction_fkey;
alter index sweeps_due_idx rename to recoveries_due_idx;
alter index sweeps_ensured_idx rename to recoveries_ensured_idx;
alter trigger sweeps_insert_bound on recoveries rename to recoveries_insert_bound;
alter trigger sweeps_update_bound on recoveries rename to recoveries_update_bound;
create view sweeps as
  select identifier, step, due_at as next_sweep_at, ensured_at, suspicions, suspicion_due_at, asked_at, cancel_asked_at
  from recoveries`;
  protected readonly undo = `
drop view sweeps;
alter trigger recoveries_insert_bound on recoveries rename to sweeps_insert_bound;
alter trigger recoveries_update_bound on recoveries rename to sweeps_update_bound;
alter index recoveries_due_idx rename to sweeps_due_idx;
alter index recoveries_ensured_idx rename to sweeps_ensured_idx;
alter table recoveries rename constraint recoveries_pkey to sweeps_pkey;
alter table recoveries rename constraint recoveries_transaction_fkey to sweeps_transaction_fkey;
alter table recoveries rename column due_at to next_sweep_at;
alter table recoveries rename to sweeps`;
}

export class IdempotencyRecords1700000000068 extends RenamedTable {
  name = 'IdempotencyRecords1700000000068';
  protected readonly old: OldName = {
    view: 'answers',
    grants: {
      api: 'select, insert (identifier, state, open_until), update (state, open_until, answered_calls)',
      worker: 'select',
      checkout: 'select',
    },
  };
  protected readonly renames = `
-- The view below answers to the old name in the same transaction.
-- squawk-ignore renaming-table
alter table answers rename to idempotency_records;
alter table idempotency_records rename constraint answers_pkey to idempotency_records_pkey;
alter table idempotency_records rename constraint answers_transaction_fkey to idempotency_records_transaction_fkey;
alter table idempotency_records rename constraint answers_state_check to idempotency_records_state_check;
create view answers as select identifier, state, open_until, answered_calls from idempotency_records`;
  protected readonly undo = `
drop view answers;
alter table idempotency_records rename constraint idempotency_records_state_check to answers_state_check;
alter table idempotency_records rename constraint idempotency_records_transaction_fkey to answers_transaction_fkey;
alter table idempotency_records rename constraint idempotency_records_pkey to answers_pkey;
alter table idempotency_records rename to answers`;
}
