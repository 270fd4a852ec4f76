import { expect, it } from 'vitest';
import { StatementsClosed } from '#persistence/statements/finance-database';
import { memoryLog } from '#runtime/testing/memory-log';
import { createReachFinance, unlessClosed } from './reach-finance.js';

it('without an address statements are closed: that is logged once, and a turn that needs them ends', async () => {
  const { log, lines } = memoryLog();
  const { reachFinance, stoppable } = createReachFinance('', log);
  await expect(reachFinance()).rejects.toThrow(StatementsClosed);
  await unlessClosed(async () => void (await reachFinance()))();
  expect(lines).toEqual([
    expect.objectContaining({
      msg: 'no role for statements',
      error: expect.stringContaining('FINANCE_DATABASE_URL is not set') as string,
    }),
  ]);
  await stoppable.stop();
});

it('a turn that fails otherwise fails', async () => {
  const fail = () => Promise.reject(new Error('the disk is full'));
  await expect(unlessClosed(fail)()).rejects.toThrow('the disk is full');
});
