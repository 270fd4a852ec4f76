import { createGatewayClient } from '#client/gateway-client';
import { createDatabase } from '#persistence/database';
import { takeDueRecoveries } from '#persistence/transactions/due-recoveries';
import { developmentKeyId, developmentSecret } from '../../../tools/demo/development-key.js';
import { percentile } from '../../../tools/demo/percentile.js';
import type { Stage } from '../stage.js';

/** Milliseconds of one call. */
export type ReadTimes = { readonly p50: number; readonly max: number };

const calls = 10;
const recoveriesAtOnce = 100;

/** What polls the books and reads pages of them, one call at a time, by what it is; all of it, or what is named. */
export async function timeReads(
  { stack }: Stage,
  names?: readonly string[],
): Promise<Readonly<Record<string, ReadTimes>>> {
  const database = createDatabase({
    url: stack.databaseUrls.worker,
    applicationName: 'growth bench',
    poolSize: 1,
  });
  await database.initialize();
  const client = createGatewayClient({
    baseUrl: stack.urls.api,
    keyId: developmentKeyId,
    secret: developmentSecret,
  });
  const date = new Date().toISOString().slice(0, 10);
  const reads: Readonly<Record<string, () => Promise<unknown>>> = {
    "recovery's poll": () => takeDueRecoveries(database, recoveriesAtOnce),
    'event feed': () => client.events(),
    'list of transactions': () => client.transactions(),
    'daily report': () => client.dailyReport({ date }),
    'lines of a day': () => client.reportLines({ date }),
    'staff home': () => readStaffHome(stack.urls.staff),
  };
  try {
    const times: Record<string, ReadTimes> = {};
    for (const [name, read] of Object.entries(reads))
      if (names?.includes(name) ?? true) times[name] = await timeCalls(read);
    return times;
  } finally {
    await database.destroy();
  }
}

async function timeCalls(read: () => Promise<unknown>): Promise<ReadTimes> {
  const taken: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const beganAt = performance.now();
    await read();
    taken.push(performance.now() - beganAt);
  }
  return { p50: percentile(taken, 0.5), max: percentile(taken, 1) };
}

async function readStaffHome(url: string): Promise<void> {
  const answer = await fetch(url, { headers: { 'x-forwarded-user': 'bench' } });
  if (!answer.ok) throw new Error(`the staff's home was answered ${answer.status}`);
  await answer.text();
}
