import { setTimeout as sleep } from 'node:timers/promises';
import { MigrationExecutor, QueryFailedError, type Migration, type QueryRunner } from 'typeorm';
import type { Database } from './database.js';
import { lastReleaseBefore } from './migrations/before-baseline.js';
import { compareSchema } from './open-database.js';

/**
 * The number of the baseline, which fills an empty database. Each later migration is held to docs/migrations.md, by the
 * limits below and by a test that reads its SQL.
 */
export const baseline = 1_700_000_000_000;

/** An arbitrary number, the same for every run. */
const migrationLock = 7_204_551;
const askEveryMs = 500;

/**
 * A statement that waits for a lock on a table blocks all later ones. Longer than the second after which Postgres cancels
 * an autovacuum that blocks others.
 */
const lockWaitMs = 1_500;
/** Postgres counts the wait for a lock as part of the statement. */
const statementMs = lockWaitMs + 1_000;
const pauseMs = { min: 1_000, max: 3_000 };
const patienceMs = 120_000;

const lockNotAvailable = '55P03';
const deadlockDetected = '40P01';
const queryCanceled = '57014';

export type Migrated = {
  readonly applied: readonly string[];
  /** Migrations of a later release: nothing was done. */
  readonly newer: readonly string[];
};

export type MigrateOptions = {
  /** Runs before the next migrator may begin. */
  readonly afterwards?: () => Promise<unknown>;
  /** For how long a migration whose locks are taken is tried again. */
  readonly patienceMs?: number;
};

/**
 * Brings the schema to the version of this build, one migration after the other; other runs wait. The next run continues
 * an interrupted one. A schema of a later release is left as it is, with its grants. Throws an error whose message is a
 * sentence for operators.
 */
export async function migrate(database: Database, options: MigrateOptions = {}): Promise<Migrated> {
  const runner = database.createQueryRunner();
  try {
    await waitForOthers(runner);
    const { missing, unknown, missingBefore } = await compareSchema(database, runner);
    if (missingBefore.length > 0) {
      throw new Error(
        `The schema is from a build before 1.0 and lacks ${missingBefore.join(', ')}: run the migrations of release ${lastReleaseBefore} and roll it out first.`,
      );
    }
    if (unknown.length > 0 && missing.length > 0) {
      throw new Error(
        `The schema has ${unknown.join(', ')}, which this build does not know, and lacks ${missing.join(', ')}: it comes from another line of releases.`,
      );
    }
    if (unknown.length > 0) return { applied: [], newer: unknown };
    const executor = new MigrationExecutor(database, runner);
    const applied: string[] = [];
    for (const migration of await executor.getPendingMigrations()) {
      await applyPatiently(runner, executor, migration, options.patienceMs ?? patienceMs);
      applied.push(migration.name);
    }
    await options.afterwards?.();
    return { applied, newer: [] };
  } finally {
    await runner.query('select pg_advisory_unlock_all()').catch(() => undefined);
    await runner.release();
  }
}

/**
 * Polls for the lock. A blocking statement would hold a snapshot, and a concurrent index build waits for all snapshots: the
 * two would wait for each other. The lock is released with its connection.
 */
async function waitForOthers(runner: QueryRunner): Promise<void> {
  for (;;) {
    const [row] = await runner.manager.query<{ isAlone: boolean }[]>(
      `select pg_try_advisory_lock(${migrationLock}) as "isAlone"`,
    );
    if (row?.isAlone) return;
    await sleep(askEveryMs);
  }
}

/** A try that finds its locks taken is rolled back, and waiting statements go first. */
async function applyPatiently(
  runner: QueryRunner,
  executor: MigrationExecutor,
  migration: Migration,
  forMs: number,
): Promise<void> {
  const endsAt = performance.now() + forMs;
  for (;;) {
    try {
      return await apply(runner, executor, migration);
    } catch (error) {
      const code = codeOf(error);
      if (code === queryCanceled) throw new Error(tooSlow(migration.name), { cause: error });
      if (code !== lockNotAvailable && code !== deadlockDetected) throw error;
      if (performance.now() > endsAt) throw new Error(taken(migration.name), { cause: error });
      await sleep(pauseMs.min + Math.random() * (pauseMs.max - pauseMs.min));
    }
  }
}

async function apply(runner: QueryRunner, executor: MigrationExecutor, migration: Migration): Promise<void> {
  if (migration.instance?.transaction === false) {
    // Such a migration blocks no traffic, has no time limit, and may be repeated (docs/migrations.md).
    await runner.query('set lock_timeout = 0; set statement_timeout = 0');
    await executor.executeMigration(migration);
    return;
  }
  await runner.query(`set lock_timeout = ${lockWaitMs}; reset statement_timeout`);
  await runner.startTransaction();
  try {
    if (migration.timestamp > baseline) {
      await runner.query(`set local statement_timeout = ${statementMs}`);
    }
    await executor.executeMigration(migration);
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  if (!(error instanceof QueryFailedError)) return undefined;
  const { code } = error.driverError as { readonly code?: unknown };
  return code;
}

function tooSlow(name: string): string {
  return `${name} was undone: one of its statements took longer than a second, and would have blocked all others (docs/migrations.md).`;
}

function taken(name: string): string {
  return `${name} was undone: a table that it changes was locked all the time. Look for the oldest transactions in pg_stat_activity, and run it again.`;
}
