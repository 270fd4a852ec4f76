import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { monthTables, partBefore } from './month-tables.js';

/** A part of a table in months whose time is over. */
export type DuePart = {
  readonly table: string;
  readonly part: string;
  readonly sinceKey: string | null;
  readonly untilKey: string;
  readonly until: Date;
};

export type Step = {
  readonly operator: string;
  readonly rows: number;
  readonly sha256: string;
};

/** An arbitrary number, the same for every run. */
const retentionLock = 7_204_553;
/** No statement waits behind the first lock; behind the second one all statements on the table do. */
const vacuumWaitMs = 5_000;
const lockWaitMs = 500;
const pauseMs = { min: 1_000, max: 3_000 };
const lockNotAvailable = '55P03';
const deadlockDetected = '40P01';

export type Retention = Client;

/** A connection of the owner of the tables, while no other run has one. */
export async function openRetention(url: string): Promise<Retention> {
  const client = new Client({ connectionString: url, application_name: 'gateway retention' });
  // The next query reports it.
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ isAlone: boolean }>(
    `select pg_try_advisory_lock(${retentionLock}) as "isAlone"`,
  );
  if (rows[0]?.isAlone === true) {
    // A large table is read from its beginning, even during another scan of it: the same rows make the same file.
    await client.query('set synchronize_seqscans = off');
    // Without it a job that is killed while it waits for a lock stays at work, for Postgres, until it gets it.
    await client.query("set client_connection_check_interval = '1s'");
    return client;
  }
  const found = await client.query<{ since: Date | null }>(
    `select max(backend_start) as since from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and objid = ${retentionLock} and datname = current_database() and granted`,
  );
  await client.end();
  const since = found.rows[0]?.since?.toISOString();
  throw new Error(`Another run is at work${since ? ` since ${since}` : ''}.`);
}

/** The oldest first of each table: what is left of a table has no gap. */
export async function listDueParts(client: Client, before: Date): Promise<readonly DuePart[]> {
  const { rows } = await client.query<DuePart>(
    `select table_name as table, part, since_key as "sinceKey", until_key as "untilKey", until from month_parts
     where until <= $1 and part <> table_name || '_before' order by array_position($2, table_name), until`,
    [before, Object.keys(monthTables)],
  );
  return rows;
}

/** Parts that an earlier run has detached and not dropped, by the audit log, so that no other table is one of them. */
export async function listDetached(client: Client): Promise<readonly Pick<DuePart, 'table' | 'part'>[]> {
  const { rows } = await client.query<Pick<DuePart, 'table' | 'part'>>(
    `select details->>'table' as table, subject as part from audit_log as detached
     where action = 'month.detached' and to_regclass(subject) is not null
       and not exists (select from audit_log where action = 'month.dropped' and subject = detached.subject)`,
  );
  return rows;
}

/** The first few open rows of a part, as sentences. */
export async function findOpen(client: Client, due: DuePart): Promise<readonly string[]> {
  const asked = monthTables[due.table]?.open ?? [];
  const { rows } = await client.query<{ what: string; id: string }>(`${asked.join(' union all ')} limit 5`, [
    due.sinceKey,
    due.untilKey,
  ]);
  return rows.map(({ what, id }) => `${what} ${id}`);
}

/**
 * Takes a part out of its table, and lets the part for what comes late begin where it ended, at one moment: no row that is
 * written meanwhile is without its place. It locks the table for as long as that takes, and gives up rather than to be
 * waited for: what finds the table in use is tried again.
 */
export async function detachPart(
  client: Client,
  due: DuePart,
  step: Step,
  patienceMs: number,
): Promise<void> {
  const late = partBefore(due.table);
  const endsAt = performance.now() + patienceMs;
  for (;;) {
    try {
      await inTransaction(client, async () => {
        const { rows } = await client.query('select from month_parts where table_name = $1 and part = $2', [
          due.table,
          late,
        ]);
        const isThere = rows.length > 0;
        if (!isThere)
          await client.query(
            `create table ${late} (like ${due.table} including defaults including constraints including storage)`,
          );
        // Cancels an autovacuum of the part, while no statement waits behind this lock.
        await client.query(`set local lock_timeout = ${vacuumWaitMs}`);
        await client.query(`lock table ${due.part}, ${late} in share update exclusive mode`);
        await client.query(`set local lock_timeout = ${lockWaitMs}`);
        await client.query(`alter table ${due.table} detach partition ${due.part}`);
        if (isThere) await client.query(`alter table ${due.table} detach partition ${late}`);
        await client.query(
          `alter table ${due.table} attach partition ${late} for values from (minvalue) to ('${due.untilKey}')`,
        );
        await tell(client, 'month.detached', due, step);
      });
      return;
    } catch (error) {
      const code = (error as { readonly code?: unknown }).code;
      if (code !== lockNotAvailable && code !== deadlockDetected) throw error;
      if (performance.now() > endsAt)
        throw new Error(
          `${due.part} was not detached: ${due.table} was in use all the time. Look for the oldest transactions in pg_stat_activity, and run it again.`,
          { cause: error },
        );
      await sleep(pauseMs.min + Math.random() * (pauseMs.max - pauseMs.min));
    }
  }
}

/** Drops the detached part if it has as many rows as its export; no more rows can be added to it. */
export async function dropPart(
  client: Client,
  due: Pick<DuePart, 'table' | 'part'>,
  step: Step,
): Promise<'dropped' | 'differs'> {
  return inTransaction(client, async () => {
    await client.query(`lock table ${due.part} in access exclusive mode`);
    // Rows are only ever added to it, so that as many rows are the same rows.
    const { rows } = await client.query<{ count: string }>(`select count(*) from ${due.part}`);
    if (Number(rows[0]?.count) !== step.rows) return 'differs';
    await client.query(`drop table ${due.part}`);
    await tell(client, 'month.dropped', due, step);
    return 'dropped';
  });
}

/** Writes to the audit log, in the transaction of the change. */
async function tell(
  client: Client,
  action: string,
  { table, part }: Pick<DuePart, 'table' | 'part'>,
  { operator, rows, sha256 }: Step,
): Promise<void> {
  await client.query('insert into audit_log (action, actor, subject, details) values ($1, $2, $3, $4)', [
    action,
    operator,
    part,
    { table, rows, sha256 },
  ]);
}

async function inTransaction<Result>(client: Client, work: () => Promise<Result>): Promise<Result> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
