import { expect, it } from 'vitest';
import { PreparingClient } from '#persistence/preparing-client';
import { sharedStack } from '../stack/stack.js';

/**
 * Goal: a migration under a process that runs costs it each statement once on each connection, and nothing afterwards, in
 * a transaction either. Method: a column is added to a table behind the back of a connection that has a plan for it.
 */
it('plans a statement anew once, when a table has another column', async () => {
  const connection = new PreparingClient({ connectionString: sharedStack.databaseUrl });
  await connection.connect();
  const read = async () => (await connection.query('select * from widening where id = $1', [1])).rows;
  const inTransaction = async (work: () => Promise<unknown>) => {
    await connection.query('begin');
    try {
      return await work();
    } finally {
      await connection.query('rollback');
    }
  };
  const widen = (column: string) => connection.query(`alter table widening add column ${column} integer`);
  try {
    await connection.query('create temporary table widening (id integer)');
    await connection.query('insert into widening values (1)');
    expect(await read()).toEqual([{ id: 1 }]);

    await widen('one');
    expect(await read()).toEqual([{ id: 1, one: null }]);
    expect(await inTransaction(read)).toEqual([{ id: 1, one: null }]);

    await widen('two');
    await expect(inTransaction(read)).rejects.toThrow('current transaction is aborted');
    expect(await inTransaction(read)).toEqual([{ id: 1, one: null, two: null }]);
  } finally {
    await connection.end();
  }
});
