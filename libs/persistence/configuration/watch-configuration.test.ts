import { expect, it } from 'vitest';
import { readText, sound } from '#configuration/testing/sound-file';
import { tellConfiguration } from '#runtime/tell-configuration';
import { memoryLog } from '#runtime/testing/memory-log';
import { watchConfiguration } from './watch-configuration.js';

const reading = readText(sound, { BANK_SECRET: 'sandbox_secret_demo' });
if (reading.kind === 'refused') throw new Error('the sound file has no mistake');
const { configuration } = reading;

it('a version that production refuses is skipped, and logged with its mistakes', async () => {
  const { log, lines } = memoryLog();
  let newest = 1;
  // Nothing that anybody could find fault with.
  const nothing = { projects: {}, providers: {}, mids: {} };
  const first = { ...configuration, ...nothing, operations: { operators: ['Alice', 'Bob'] } };
  const watched = await watchConfiguration(
    (after) =>
      Promise.resolve(
        after === newest
          ? undefined
          : { version: newest, configuration: newest === 1 ? first : configuration },
      ),
    { isProduction: true, allowsSandbox: false, ...tellConfiguration(log) },
  );
  newest = 2;
  await expect.poll(() => lines.length).toBe(1);
  await watched.stop();
  expect(lines[0]).toMatchObject({
    level: 50,
    msg: 'configuration refused: not allowed in production',
    version: 2,
    faults: expect.arrayContaining([expect.stringContaining('mk_shop')]) as string[],
  });
  expect(watched.version()).toBe(1);
  expect(watched.current()).toBe(first);
});
