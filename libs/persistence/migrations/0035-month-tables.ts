import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Four tables of history become tables in months. Each in a transaction of its own: the table that there is becomes the
 * first part of a new one, which takes its name and its rights. No row is read or written, and who reads and writes notices
 * nothing. Foreign keys go: with them, to drop a month would lock the table of transactions (docs/decisions/0037).
 */
type Table = {
  readonly name: string;
  readonly columns: string;
  readonly key: string;
  readonly primaryKey: string;
  /** The index of 0031 that becomes the first part's key, where it had another. */
  readonly newKey?: boolean;
  readonly foreignKey: string;
  /** Locked first: whoever writes history has it already. */
  readonly refersTo: string;
};

abstract class InMonths implements MigrationInterface {
  protected abstract readonly table: Table;

  async up(runner: QueryRunner): Promise<void> {
    const { name, columns, key, primaryKey, newKey = false, foreignKey, refersTo } = this.table;
    const first = `${name}_first`;
    const [bound] = (await runner.query(
      `select substring(pg_get_constraintdef(oid) from '''([^'']+)''') as until
       from pg_constraint where conname = '${first}_check' and conrelid = '${name}'::regclass`,
    )) as { readonly until: string }[];
    const rekey = newKey
      ? `drop constraint ${name}_pkey, add constraint ${first}_pkey primary key using index ${first}_key`
      : undefined;
    await runner.query(`
      lock table ${refersTo} in access exclusive mode;
      alter table ${name} drop constraint ${foreignKey}${rekey ? `, ${rekey}` : ''};
      drop trigger ${name}_append_only on ${name};
      ${rekey ? `alter sequence ${name}_id_seq rename to ${first}_id_seq` : `alter table ${name} rename constraint ${name}_pkey to ${first}_pkey`};
      -- squawk-ignore renaming-table
      alter table ${name} rename to ${first};
      create table ${name} (${columns}, constraint ${name}_pkey primary key (${primaryKey})) partition by range (${key});
      create trigger ${name}_append_only before update or delete on ${name}
        for each row execute function refuse_rewriting();
      create trigger ${name}_never_emptied before truncate on ${name}
        for each statement execute function refuse_rewriting()`);
    if (rekey)
      await runner.query(`
        select setval('${name}_id_seq', (select last_value from ${first}_id_seq), (select is_called from ${first}_id_seq));
        alter table ${first} alter column id drop identity`);
    await runner.query(`
      alter table ${name} attach partition ${first} for values from (minvalue) to ('${bound?.until}');
      alter table ${first} drop constraint ${first}_check`);
    // At once: who reads and writes meanwhile has the roles that there are.
    const rights = (await runner.query(
      `select format('grant %s on table ${name} to %I', string_agg(privilege_type, ', '), rolname) as grant
       from pg_class cross join lateral aclexplode(relacl) join pg_roles on pg_roles.oid = grantee
       where pg_class.oid = to_regclass('${first}') and grantee <> relowner group by rolname`,
    )) as { readonly grant: string }[];
    for (const { grant } of rights) await runner.query(grant);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('What was written since is in several parts: no way back.'));
  }
}

export class LookupsInMonths1700000000035 extends InMonths {
  name = 'LookupsInMonths1700000000035';
  protected readonly table = {
    name: 'lookups',
    columns: `
      id bigint generated always as identity,
      identifier uuid not null,
      n integer not null,
      answer text not null constraint lookups_answer_check check (answer in ('found', 'not_found', 'no_answer')),
      outcome text,
      evidence jsonb,
      detail text,
      asked_at timestamptz(3) not null default clock_timestamp(),
      counts boolean not null default true`,
    key: 'identifier',
    primaryKey: 'identifier, id',
    newKey: true,
    foreignKey: 'lookups_attempt_fkey',
    refersTo: 'attempts',
  };
}

export class RoutingDecisionsInMonths1700000000036 extends InMonths {
  name = 'RoutingDecisionsInMonths1700000000036';
  protected readonly table = {
    name: 'routing_decisions',
    columns: `
      identifier uuid not null,
      configuration_version integer not null,
      candidates jsonb not null`,
    key: 'identifier',
    primaryKey: 'identifier',
    foreignKey: 'routing_decisions_transaction_fkey',
    refersTo: 'transactions',
  };
}

export class DeliveryAttemptsInMonths1700000000037 extends InMonths {
  name = 'DeliveryAttemptsInMonths1700000000037';
  protected readonly table = {
    name: 'delivery_attempts',
    columns: `
      event_id text not null,
      n integer not null,
      at timestamptz(3) not null,
      http_status integer,
      failure text,
      latency_ms integer not null`,
    key: 'event_id',
    primaryKey: 'event_id, n',
    foreignKey: 'delivery_attempts_event_fkey',
    refersTo: 'events',
  };
}

export class StatusHistoryInMonths1700000000038 extends InMonths {
  name = 'StatusHistoryInMonths1700000000038';
  protected readonly table = {
    name: 'status_history',
    columns: `
      id bigint generated always as identity,
      identifier uuid not null,
      status text not null,
      source text not null,
      at timestamptz(3) not null default clock_timestamp()`,
    key: 'identifier',
    primaryKey: 'identifier, id',
    newKey: true,
    foreignKey: 'status_history_transaction_fkey',
    refersTo: 'transactions',
  };
}
