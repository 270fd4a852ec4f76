import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { sampleConfiguration } from '#domain/configuration/testing/samples';
import { createDatabase } from '#persistence/database';
import { memoryLog } from '#runtime/testing/memory-log';
import { createFolderWatch } from './watch-folders.js';

it('a file that is gone when it is opened is logged and retried, and does not end the process', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'statements-'));
  const file = join(folder, 'day.csv');
  await writeFile(file, 'kind\r\n');
  await utimes(file, 0, 0);
  const statement = { source: 'folder', folder, at: '06:00', timezone: 'UTC' } as const;
  const bankAccounts = { main: { currency: 'EUR', statement } };
  const { log, lines } = memoryLog();
  const watch = createFolderWatch({
    configuration: () => sampleConfiguration({ bankAccounts }),
    log,
    async reachFinance() {
      await rm(folder, { recursive: true });
      // It is not connected, so that nothing is read from the file.
      return createDatabase({ url: 'postgres://localhost/', applicationName: 'test', poolSize: 1 });
    },
  });
  await watch();
  await sleep(50);
  expect(lines).toEqual([
    expect.objectContaining({
      file: 'day.csv',
      msg: 'a statement could not be imported; it will be retried',
    }),
  ]);
});
