import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureCluster, gatewayContent } from '../../scripts/stack/postgres-cluster.js';
import { findPostgres } from '../../scripts/stack/postgres-binaries.js';
import { postgresFolder, startPostgres, type Postgres } from '../../scripts/stack/postgres.js';
import { approve } from '../fakes/approve.js';
import { cardBody, idealBody } from '../fakes/bodies.js';
import { startBreakableSystem, type BreakableSystem } from '../stack/breakable-system.js';
import { ownLane, portsOf } from '../stack/lane.js';
import { until } from '../witnesses/until.js';
import { choicePayout, confirmations, knownBank, payouts } from '../fakes/payout-bodies.js';
import { proveEnd } from '../witnesses/prove-end.js';

/**
 * Goal: the drill of docs/operations.md works, with Temporal's database lost as well. Method: its commands are taken from
 * the document and run; what was open in the backup must end as it would have. Postgres is as old as the tools that are here.
 */
const run = promisify(execFile);
const [dump = '', restore = ''] = await readDrill();
const toolsMajor = Number(
  /\) (\d+)/.exec(spawnSync('pg_dump', ['--version'], { encoding: 'utf8' }).stdout)?.[1],
);
const binaries = findPostgres({ major: toolsMajor, owner: process.getuid?.() ?? 0 });
const why = toolsMajor >= binaries.major ? '' : ', which needs pg_dump as new as Postgres';

describe.skipIf(why !== '')(`the drill${why}`, () => {
  let directory: string;
  let postgres: Postgres;
  let system: BreakableSystem;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'gateway-drill-'));
    ensureCluster(postgresFolder(directory), binaries, gatewayContent);
    const port = Number(portsOf(await ownLane(), 'own')['POSTGRES_PORT']);
    const progress = { doing: () => undefined, done: () => undefined };
    postgres = await startPostgres({ dataDirectory: directory, port, progress });
    system = await startBreakableSystem({
      environment: { DATABASE_URL: postgres.url },
      // A late answer has no challenge, and nothing here is about time.
      settings: [[['timing', 'response_deadline'], '30s']],
    });
  });
  afterAll(async () => {
    await system.stop();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  });

  const drill = async (commands: string): Promise<string> => {
    const superuser = new URL(postgres.url);
    superuser.pathname = '/postgres';
    const { stdout } = await run('sh', ['-euc', commands], {
      env: {
        ...system.stack.environment,
        BACKUP: join(directory, 'gateway.dump'),
        GATEWAY_URL: postgres.url,
        SUPERUSER_URL: superuser.href,
      },
    });
    return stdout;
  };

  it('brings back what was backed up, and everything open goes on', async () => {
    const { merchant, observers, stack } = system;
    const [ended, waiting, payout] = [idealBody({ sandbox: 'success' }), idealBody(), choicePayout()];
    await merchant.post('/v2/payment', ended);
    const created = await merchant.post('/v2/payment', waiting);
    await merchant.post(payouts, payout);
    await proveEnd(observers, ended.reference, { status: 'success' });
    const check = async () => (await merchant.get(`/v2/payment/${ended.reference}`)).body;
    const before = await until(check, ({ callback }) => JSON.stringify(callback).includes('"delivered"'));
    await drill(dump);
    const lost = idealBody();
    await merchant.post('/v2/payment', lost);

    const { api, worker, checkout } = stack.apps;
    for (const app of [api, worker, checkout]) await app.stop();
    await stack.temporal.kill();
    expect(await drill(restore)).toContain(': 0 differences');
    await stack.temporal.restart();
    for (const app of [worker, api, checkout]) await app.start();
    await system.untilReady();

    expect({ ...(await check()), timestamp: '' }).toEqual({ ...before, timestamp: '' });
    expect((await merchant.get(`/v2/payment/${lost.reference}`)).status).toBe(404);
    await approve(created);
    await proveEnd(observers, waiting.reference, { status: 'success' });
    const choice = { reference: payout.reference, bank_code: knownBank };
    expect((await merchant.post(confirmations, choice)).status).toBe(200);
    await proveEnd(observers, payout.reference, { type: 'payout', status: 'success' });
    const card = cardBody('4242424242424242', { sandbox: 'success' });
    await merchant.post('/v2/payment', card);
    await proveEnd(observers, card.reference, { status: 'success' });
    expect(await drill('DATABASE_URL="$GATEWAY_URL" node dist/bundles/gateway.js ledger check')).toContain(
      ': 0 differences',
    );
  });
});

/** The commands of the section, block by block. */
async function readDrill(): Promise<readonly string[]> {
  const [, section = ''] = (await readFile('docs/operations.md', 'utf8')).split('\n### The drill\n');
  const [text = ''] = section.split('\n## ');
  return [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, commands = '']) => commands);
}
