import { expect, it, vi } from 'vitest';
import { readText, sound } from '#configuration/testing/sound-file';
import type { Database } from '../database.js';
import { watchCircuits } from './watch-circuits.js';

const reading = readText(sound, { BANK_SECRET: 'sandbox_secret_demo' });
if (reading.kind === 'refused') throw new Error('the sound file has no mistake');
const { configuration } = reading;
const [mid] = Object.keys(configuration.mids);
const circuit = { failures: 3, cooldownMs: 1_000 };
const providers = Object.fromEntries(
  Object.entries(configuration.providers).map(([name, provider]) => [name, { ...provider, circuit }]),
);

it('a slow look never overwrites a newer one', async () => {
  vi.useFakeTimers();
  type Rows = readonly { mid: string | undefined; isProbed: boolean; cooldownMs: number }[];
  const looks: ((rows: Rows) => void)[] = [];
  const database = {
    sql: () => new Promise((resolve: (rows: Rows) => void) => looks.push(resolve)),
  } as unknown as Pick<Database, 'sql'>;
  const starting = watchCircuits(
    database,
    () => ({ ...configuration, providers }),
    () => undefined,
  );
  looks[0]?.([]);
  const circuits = await starting;
  await vi.advanceTimersByTimeAsync(5_000);
  // All looks under way end, the oldest last and with what it saw first: the circuit was closed.
  for (const [index, answer] of looks.entries())
    if (index > 1) answer([{ mid, isProbed: false, cooldownMs: 1 }]);
  await vi.advanceTimersByTimeAsync(0);
  const before = circuits.openMids();
  looks[1]?.([]);
  await vi.advanceTimersByTimeAsync(0);
  expect(circuits.openMids()).toEqual(before);
  await Promise.all([circuits.stop(), vi.advanceTimersByTimeAsync(5_000)]);
  vi.useRealTimers();
});
