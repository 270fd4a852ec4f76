import { describe, expect, it } from 'vitest';
import { createDatabase, type Database } from '#persistence/database';
import { registerAt } from '../fakes/register-at.js';
import { booksOf, differencesOf, importLines, lineFor, lineOf, newMid } from '../fakes/statements.js';
import { createOwnDatabase } from '../stack/own-database.js';

/**
 * Goal: an import that dies anywhere leaves nothing, and its repetition completes it (contract §16.2, C30). Method: Postgres ends
 * the connection of the import before each of its statements, one after the other, as if the process had died there.
 */
const { database, urlOf, openAs } = await createOwnDatabase({ withRoles: true });
const finance = await openAs('finance');

/** Its connection is ended before its statement of this number. */
async function dyingAt(number: number): Promise<Database> {
  const dying = createDatabase({
    url: urlOf('finance'),
    applicationName: 'dying import',
    poolSize: 1,
  });
  await dying.initialize();
  const create = dying.createQueryRunner.bind(dying);
  let count = 0;
  dying.createQueryRunner = (mode) => {
    const runner = create(mode);
    const query = runner.query.bind(runner);
    let pid: unknown;
    runner.query = async (...asked: Parameters<typeof query>) => {
      pid ??= ((await query('select pg_backend_pid() as pid')) as { pid: number }[])[0]?.pid;
      count += 1;
      if (count === number) await database.query('select pg_terminate_backend($1)', [pid]);
      return query(...asked) as never;
    };
    return runner;
  };
  return dying;
}

async function rowsOf(mid: string): Promise<readonly number[]> {
  const [row] = await database.sql<{ counts: number[] }[]>`
    select array[
      (select count(*) from statement_files where account = ${mid}), (select count(*) from statement_lines where account = ${mid}),
      (select count(*) from statement_matches where account = ${mid}), (select count(*) from settlements where account = ${mid}),
      (select count(*) from differences where account = ${mid}),
      (select count(*) from provider_entries where mid = ${mid} and line_id is not null)]::integer[] as counts`;
  return row?.counts ?? [];
}

const [nothing, whole] = [
  [0, 0, 0, 0, 0, 0],
  [1, 3, 3, 1, 1, 3],
];

describe('C30 an import that dies', () => {
  it('before any of its statements leaves nothing half, and is completed by the next one', async () => {
    const mid = newMid();
    const settled = { settlement: `S-${mid}` };
    const payment = await registerAt(database, mid);
    const lines = [
      lineFor(payment, { fee: '1.00', ...settled }),
      lineOf({ kind: 'payment', gross: '2.00', reference: 'x1' }),
      lineOf({ kind: 'settlement', gross: '99.00', ...settled }),
    ];
    let deaths = 0;
    for (let number = 1; number < 200; number += 1) {
      const dying = await dyingAt(number);
      const result = await importLines(dying, lines, { mid }).catch(() => 'died' as const);
      await dying.destroy();
      if (result !== 'died') break;
      deaths += 1;
      // Ended after the commit was sent, it is whole.
      expect([nothing, whole]).toContainEqual(await rowsOf(mid));
    }
    expect(deaths).toBeGreaterThan(25);
    await importLines(finance, lines, { mid });
    expect(await rowsOf(mid)).toEqual(whole);
    expect(await differencesOf(database, mid)).toEqual(['stranger 1 2']);
    expect(await booksOf(database, mid)).toMatchObject({ fees: '1', in_transfer: '99' });
  });
});
