import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkAuditLog } from '#persistence/audit/check-audit-log';
import { listSeals, readAuditLines } from '#persistence/audit/audit-log';
import { isSealDue, sealAuditLog } from '#persistence/audit/seal-audit-log';
import { runAdmin } from '../stack/run-admin.js';
import { createOwnDatabase } from '../stack/own-database.js';

/**
 * Goal: what stands in the audit log can be proven, and every change behind the back of the database is found. Method: a
 * database of its own with the schema alone, in which its administrator does what no role may.
 */
const { url, database } = await createOwnDatabase();

beforeAll(async () => {
  for (let seals = 0; seals < 3; seals += 1) {
    await note('ada', 'bob', 'eve');
    await sealAuditLog(database);
  }
  await note('ada');
});

async function note(...actors: readonly string[]): Promise<void> {
  for (const actor of actors)
    await database.sql`
      insert into audit_log (actor, action, subject, details) values (${actor}, 'test.noted', 'x', '{"why": "test"}')`;
}

const run = (...words: readonly string[]) => runAdmin(['audit', ...words], { DATABASE_URL: url });

/** What the proof finds after these statements of a superuser, of which nothing is left behind. */
async function faultsAfter(
  ...statements: readonly (string | ((manager: EntityManager) => Promise<unknown>))[]
): Promise<readonly string[]> {
  const runner = database.createQueryRunner();
  await runner.startTransaction();
  try {
    await runner.query('set local session_replication_role = replica');
    for (const statement of statements)
      if (typeof statement === 'string') await runner.query(statement);
      else await statement(runner.manager);
    return (await checkAuditLog(runner.manager)).faults;
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
}

describe('the proof', () => {
  it('finds nothing in an untouched log', async () => {
    expect(await faultsAfter()).toEqual([]);
    const seals = await listSeals(database);
    expect(seals.map(({ n, rowCount }) => [n, rowCount])).toEqual([
      [1, 3],
      [2, 4],
      [3, 4],
    ]);
  });

  it.each([
    ['a changed actor', `update audit_log set actor = 'nobody' where id = 2`, /^Seal 1 .*was changed/],
    ['a changed detail', `update audit_log set details = '{}' where id = 6`, /^Seal 2 .*was changed/],
    [
      'a changed time',
      `update audit_log set at = at - interval '1 ms' where id = 6`,
      /^Seal 2 .*was changed/,
    ],
    ['a deleted row', 'delete from audit_log where id = 1', /^Seal 1 .*: 1 deleted/],
    ['a changed seal', `update audit_seals set hash = repeat('0', 64) where n = 2`, /^Seal 2 .*changed/],
    ['a seal of another time', 'update audit_seals set sealed_at = now() where n = 2', /^Seal 2 .*changed/],
    ['a missing seal', 'delete from audit_seals where n = 1', /^Seal 1 is missing/],
    ['the newest seal missing', 'delete from audit_seals where n = 3', /^Seal 3 is missing or changed/],
    ['no seal at all', 'delete from audit_seals', /^Seal 1 is missing or changed/],
  ])('finds %s', async (_, statement, words) => {
    const faults = await faultsAfter(statement);
    expect(faults.find((fault) => words.test(fault)) ?? faults).toMatch(words);
  });

  it('finds a row that was put in afterwards, where another was not committed', async () => {
    const gap = await skippedId();
    await note('ada');
    await sealAuditLog(database);
    const put = `insert into audit_log overriding system value
      select ${gap}, at, 'eve', action, subject, details, login from audit_log where id = 1`;
    expect(await faultsAfter(put)).toEqual([expect.stringMatching(/: 1 put in afterwards\.$/)]);
  });

  it('finds a log that was rewritten together with its seals, by a seal that was noted', async () => {
    const [first, noted] = (await listSeals(database)).slice(-2);
    if (!first || !noted) throw new Error('there are seals');
    const rewritten = [
      `update audit_log set actor = 'nobody' where id = 1`,
      `delete from audit_log where action = 'log.sealed'`,
      'delete from audit_seals',
      sealAuditLog,
    ];
    expect(await faultsAfter(...rewritten)).toEqual([]);
    let found: readonly string[] = [];
    await faultsAfter(...rewritten, async (manager) => {
      found = (await checkAuditLog(manager, noted)).faults;
    });
    expect(found).toEqual([`Seal ${noted.n} is not the one that was noted.`]);
  });

  it('finds that workers have stopped sealing', async () => {
    const late = `update audit_log set at = now() - interval '49 hours' where id = (select max(id) from audit_log)`;
    expect(await faultsAfter(late)).toEqual([expect.stringMatching(/^Nothing was sealed since /)]);
  });

  async function skippedId(): Promise<string> {
    const runner = database.createQueryRunner();
    await runner.startTransaction();
    const [row] = (await runner.query(
      `insert into audit_log (actor, action, subject) values ('eve', 'test.noted', 'x') returning id`,
    )) as { id: string }[];
    await runner.rollbackTransaction();
    await runner.release();
    return row?.id ?? '';
  }
});

describe('sealing', () => {
  it('is due once a day', async () => {
    expect(await isSealDue(database)).toBe(false);
    let isDue = false;
    await faultsAfter(`update audit_seals set sealed_at = sealed_at - interval '1 day'`, async (manager) => {
      isDue = await isSealDue(manager);
    });
    expect(isDue).toBe(true);
  });

  it('is done by one of several workers', async () => {
    await note('ada');
    const made = await Promise.all([1, 2, 3].map(() => sealAuditLog(database)));
    const numbers = made.flatMap((seal) => (seal ? [seal.n] : []));
    expect(numbers.length).toBeGreaterThan(0);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect((await checkAuditLog(database)).faults).toEqual([]);
  });

  it('waits for a row that is about to be committed', async () => {
    const runner = database.createQueryRunner();
    await runner.startTransaction();
    await runner.query(`insert into audit_log (actor, action, subject) values ('slow', 'test.noted', 'x')`);
    await note('quick');
    await expect(sealAuditLog(database)).rejects.toThrow('lock timeout');
    await runner.commitTransaction();
    await runner.release();
    expect((await sealAuditLog(database))?.rowCount).toBeGreaterThanOrEqual(2);
    expect((await checkAuditLog(database)).faults).toEqual([]);
  });
});

describe('the log', () => {
  it.each(['audit_log', 'audit_seals'])('%s keeps what it holds, also from its owner', async (table) => {
    for (const statement of [
      `update ${table} set ${table === 'audit_log' ? 'actor' : 'hash'} = 'x'`,
      `delete from ${table}`,
      `truncate ${table}`,
    ])
      await expect(database.query(statement)).rejects.toThrow(`${table} is append-only`);
  });

  it('says itself when a row came, and whose login wrote it', async () => {
    const [row] = await database.query<{ isNow: boolean; login: string }[]>(
      `insert into audit_log (actor, action, subject, at, login)
       values ('ada', 'test.noted', 'x', '2000-01-01', 'somebody')
       returning at > now() - interval '1 minute' as "isNow", login`,
    );
    expect(row).toEqual({ isNow: true, login: decodeURIComponent(new URL(url).username) });
  });
});

describe('the programs', () => {
  it('audit:check prints the newest seal, which it takes back, and ends with 1 when anything differs', async () => {
    const { code, output } = await run('check');
    expect([code, output]).toEqual([0, expect.stringMatching(/^\d+ sealed rows, \d+ since: 0 faults\n/)]);
    const [, seal = ''] = /--seal (\d+:[0-9a-f]{64})\n/.exec(output) ?? [];
    expect((await run('check', '--seal', seal)).code).toBe(0);
    const other = await run('check', '--seal', `1:${'0'.repeat(64)}`);
    expect(other).toEqual({ code: 1, output: expect.stringContaining('✖ Seal 1 is not the one') as string });
    expect((await run('check', '--seal', 'nonsense')).code).toBe(2);
  });

  it('audit:export prints the rows of a time, of which anybody can make the hash of a seal', async () => {
    const { code, output } = await run('export');
    expect(code).toBe(0);
    const lines = output.trimEnd().split('\n');
    const rows = lines.map((line) => JSON.parse(line) as { id: string; at: string });
    const [first, second] = await listSeals(database);
    if (!first || !second) throw new Error('there are seals');
    const isCovered = ({ id }: { id: string }) =>
      BigInt(id) > BigInt(first.throughId) && BigInt(id) <= BigInt(second.throughId);
    const head = JSON.stringify({
      n: second.n,
      afterId: first.throughId,
      throughId: second.throughId,
      sealedAt: second.sealedAt.toISOString(),
      previous: first.hash,
    });
    const covered = lines.filter((_, index) => isCovered(rows[index] ?? { id: '0' }));
    const text = [head, ...covered].map((line) => `${line}\n`).join('');
    expect(createHash('sha256').update(text).digest('hex')).toBe(second.hash);

    const from = rows[3]?.at ?? '';
    const later = (await run('export', '--from', from)).output.trimEnd().split('\n');
    expect(later).toEqual(lines.filter((_, index) => (rows[index]?.at ?? '') >= from));
    expect(await run('export', '--to', '2000-01-01T00:00:00Z')).toEqual({ code: 0, output: '' });
    expect((await run('export', '--to', 'yesterday')).code).toBe(2);
    expect(await linesOf(readAuditLines(database, {}))).toEqual(lines);
  });
});

async function linesOf(reading: AsyncIterable<string>): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of reading) lines.push(line);
  return lines;
}
