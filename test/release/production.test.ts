import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '#persistence/database';
import { roleIn } from '#persistence/roles/apply-roles';
import { roleNames } from '#persistence/roles/role-grants';
import { readComposeServices, type ComposeService } from '../../tools/generate/compose-file.js';
import { expectError } from '../witnesses/expect-error.js';
import { sharedStack } from '../stack/stack.js';
import { sendSigned } from '../fakes/signed-request.js';
import { guardTemporal, type GuardedTemporal } from '../fakes/guarded-temporal.js';

/**
 * Goal: the production shape starts. Method: without a Docker engine, each service of our image is started by the very
 * command, environment and health check that docker-compose.yml gives it, on a database and a namespace of its own;
 * only addresses, ports and folders are those of this machine. Temporal demands the certificates and keys that the
 * file's own set-up makes.
 */
const { databaseUrl, temporalAddress } = sharedStack;
const database = 'gateway_production';
const namespace = 'production';
const portShift = 900;
const randomKey = () => randomBytes(32).toString('base64');

const given = {
  GATEWAY_DATABASE_PASSWORD: 'owner',
  API_DATABASE_PASSWORD: 'api',
  WORKER_DATABASE_PASSWORD: 'worker',
  CHECKOUT_DATABASE_PASSWORD: 'checkout',
  ADMIN_DATABASE_PASSWORD: 'admin',
  STAFF_DATABASE_PASSWORD: 'staff',
  FINANCE_DATABASE_PASSWORD: 'finance',
  GATEWAY_SECRET: randomKey(),
  GATEWAY_ENCRYPTION_KEYS: `k1:${randomKey()}`,
  GATEWAY_FINGERPRINT_KEYS: `k1:${randomKey()}`,
  GATEWAY_VAULT_KEYS: `k1:${randomKey()}`,
  TEMPORAL_NAMESPACE: namespace,
  API_PUBLIC_URL: 'https://api.example.com',
  CHECKOUT_PUBLIC_URL: 'https://pay.example.com',
  ALLOW_SANDBOX: '1',
  SANDBOX_CALLBACK_SECRET: `whsec_${randomBytes(24).toString('base64')}`,
};
const services = readComposeServices(given);
const started: ChildProcess[] = [];
let directory = '';
let guarded: GuardedTemporal;
const keyFolder = (name: string) => join(directory, 'keys', name);

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gateway-production-'));
  const admin = createDatabase({ url: databaseUrl, applicationName: 'test', poolSize: 1 });
  await admin.initialize();
  // As docker/create-databases.sh does: an owner who is no administrator, and a role for each process.
  await admin.query(`create role ${database} login password 'owner'`);
  for (const name of roleNames) {
    await admin.query(`create role ${roleIn(database, name)} login password '${name}'`);
  }
  await admin.query(`create database ${database} owner ${database}`);
  await admin.destroy();
  const development = await readFile('config/gateway.yaml', 'utf8');
  await writeFile(
    join(directory, 'gateway.yaml'),
    development
      .replaceAll('AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=', randomKey())
      .replaceAll('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', `whsec_${randomBytes(24).toString('base64')}`),
  );
});

afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  await guarded?.stop();
  await rm(directory, { recursive: true, force: true });
});

describe('docker-compose.yml', () => {
  it("runs its jobs: Temporal's keys, and what payments are searched by", async () => {
    expect(await runJob('temporal-keys')).toMatchObject({ code: 0 });
    const apiKeys = await Promise.all(
      ['setup', 'worker', 'api', 'checkout'].map((name) =>
        readFile(join(keyFolder(name), 'api-key'), 'utf8'),
      ),
    );
    guarded = await guardTemporal(temporalAddress, join(directory, 'keys'), apiKeys);
    expect(await runJob('temporal-setup')).toEqual({
      code: 0,
      output: expect.stringContaining('Search attributes added') as string,
    });
  });

  it('runs its jobs: the schema, then the configuration', async () => {
    expect(await runJob('migration')).toEqual({
      code: 0,
      output: expect.stringContaining('Applied') as string,
    });
    expect(await runJob('configuration')).toEqual({
      code: 0,
      output: expect.stringContaining('Applied as version 1') as string,
    });
  });

  it('refuses a configuration with the published development keys', async () => {
    const refused = await runJob('configuration', { GATEWAY_CONFIG: 'config/gateway.yaml' });
    expect(refused.code).toBe(1);
    expect(refused.output).toContain('mk_test_demo');
  });

  it('refuses the sandbox where no stage says so, when it is applied and when a process starts', async () => {
    const refused = await runJob('configuration', { ALLOW_SANDBOX: '0' });
    expect(refused.code).toBe(1);
    expect(refused.output).toContain('providers.sandbox.connector is the sandbox');
    expect(refused.output).toContain('mids.main.credentials.secret is a published secret of the sandbox');
    for (const name of ['api', 'worker', 'checkout']) {
      const { code, output } = await start(name, { ALLOW_SANDBOX: '0' }).ended;
      expect(code).toBe(1);
      expect(output).toContain('providers.sandbox.connector is the sandbox');
    }
  });

  it.each(['production', '', 'prod', 'Production'])(
    'refuses weak keys and plain addresses at once with NODE_ENV "%s"',
    async (mode) => {
      const zero = Buffer.alloc(32).toString('base64');
      const { code, output } = await start('api', {
        NODE_ENV: mode,
        GATEWAY_SECRET: zero,
        GATEWAY_ENCRYPTION_KEYS: `k1:${zero}`,
        CHECKOUT_URL: 'http://pay.example.com',
      }).ended;
      expect(code).toBe(1);
      for (const name of [
        'GATEWAY_SECRET is not random',
        'GATEWAY_ENCRYPTION_KEYS has a weak key: k1',
        'CHECKOUT_URL must be an https address',
      ]) {
        expect(output).toContain(name);
      }
      expect(output.includes('NODE_ENV must be')).toBe(mode === 'prod' || mode === 'Production');
      expect(output).not.toContain(zero);
    },
  );

  it.each([
    ...'temporal-public-keys temporal-ui-door worker api checkout staff sandbox'.split(' '),
    'worker without statements',
  ])('starts %s, which becomes healthy and drains', async (title) => {
    const [name = '', ...without] = title.split(' ');
    const { child, ended } = start(name, without.length > 0 ? { FINANCE_DATABASE_URL: '' } : {});
    await expect.poll(() => isHealthy(name), { interval: 250 }).toBe(true);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });

  it('does not reveal what it read as signed, or where its figures are', async () => {
    const { child, ended } = start('api');
    await expect.poll(() => isHealthy('api'), { interval: 250 }).toBe(true);
    const url = `http://localhost:${3_000 + shift()}`;
    expectError(await sendSigned(url, { keyId: 'mk_test_nobody' }), {
      status: 401,
      code: 5,
      reason: 'Forbidden',
      description: 'The key is unknown or the signature is wrong',
    });
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    const figures = await fetch(`http://localhost:${3_004 + shift()}/metrics`);
    expect(await figures.text()).toContain('gateway_refused_signatures_total{cause="keyUnknown"} 1');
    child.kill('SIGTERM');
    await ended;
  });

  it('lends the Temporal UI a key that only looks, and leaves a person the own one', async () => {
    const seen: (string | undefined)[] = [];
    const ui = createServer((asked, response) => {
      seen.push(asked.headers.authorization);
      response.end('the UI');
    });
    await new Promise<void>((resolve) => void ui.listen(0, '127.0.0.1', resolve));
    const { port } = ui.address() as AddressInfo;
    const { child, ended } = start('temporal-ui-door', { TEMPORAL_UI_UPSTREAM: `http://127.0.0.1:${port}` });
    await expect.poll(() => isHealthy('temporal-ui-door'), { interval: 250 }).toBe(true);
    seen.length = 0;
    const page = `http://127.0.0.1:${8_233 + shift()}/namespaces`;
    expect(await (await fetch(page)).text()).toBe('the UI');
    await fetch(page, { headers: { authorization: 'Bearer of.a.person' } });
    const key = await readFile(join(keyFolder('ui'), 'api-key'), 'utf8');
    expect(seen).toEqual([`Bearer ${key}`, 'Bearer of.a.person']);
    const rebound = { hostname: '127.0.0.1', port: 8_233 + shift(), headers: { host: 'rebound.example' } };
    const refused = new Promise<number | undefined>((resolve) => {
      request(rebound, (answer) => resolve(answer.resume().statusCode)).end();
    });
    expect([await refused, seen.length]).toEqual([421, 2]);
    const claims: unknown = JSON.parse(Buffer.from(key.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ sub: 'ui', permissions: ['temporal-system:read'] });
    child.kill('SIGTERM');
    await ended;
    ui.close();
  });

  it('starts nothing without its keys', async () => {
    const { ended } = start('api', { GATEWAY_SECRET: '' });
    const { code, output } = await ended;
    expect(code).toBe(1);
    expect(output).toContain('GATEWAY_SECRET');
  });
});

function serviceOf(name: string): ComposeService {
  const service = services[name];
  if (!service) throw new Error(`docker-compose.yml has no service ${name}`);
  return service;
}

function runJob(name: string, changes: Record<string, string> = {}) {
  return start(name, changes).ended;
}

function start(name: string, changes: Record<string, string> = {}) {
  const { command, environment: composed, keysAt } = serviceOf(name);
  const environment = withFolders(composed, keysAt);
  const child = spawn('node', ['--enable-source-maps', ...command], {
    env: {
      PATH: process.env['PATH'],
      ...environment,
      ...changed(environment, /DATABASE_URL$/, addressOf),
      ...('TEMPORAL_ADDRESS' in environment ? { TEMPORAL_ADDRESS: guarded.address } : {}),
      ...('GATEWAY_CONFIG' in environment ? { GATEWAY_CONFIG: join(directory, 'gateway.yaml') } : {}),
      ...('SANDBOX_DATA' in environment ? { SANDBOX_DATA: join(directory, 'sandbox') } : {}),
      ...changed(environment, /_PORT$/, (port) => String(Number(port) + shift())),
      ...changes,
    },
  });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)));
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, output }));
  });
  return { child, ended };
}

/** Its volumes of keys are folders here. */
function withFolders(
  environment: Readonly<Record<string, string>>,
  keysAt: Readonly<Record<string, string>>,
): Record<string, string> {
  const places = Object.entries(keysAt);
  const moved = (value: string) => {
    const [place, name = ''] = places.find(([at]) => value.startsWith(`${at}/`)) ?? [];
    return place === undefined ? value : value.replace(place, keyFolder(name));
  };
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      name === 'TEMPORAL_KEYS' ? join(directory, 'keys') : moved(value),
    ]),
  );
}

/** As the same role of this run's database, on this run's server. */
function addressOf(composeUrl: string): string {
  const url = new URL(composeUrl);
  const { host } = new URL(databaseUrl);
  url.username = url.username.replace(/^gateway/, database);
  url.pathname = url.pathname.replace(/^\/gateway/, `/${database}`);
  url.host = host;
  return url.href;
}

/** Of these variables alone. */
function changed(
  environment: Readonly<Record<string, string>>,
  names: RegExp,
  change: (value: string) => string,
): Record<string, string> {
  const chosen = Object.entries(environment).filter(([name]) => names.test(name));
  return Object.fromEntries(chosen.map(([name, value]) => [name, change(value)]));
}

function shift(): number {
  return Number(process.env['TEST_PORT_OFFSET'] ?? 5_000) + portShift;
}

/** The health check as the file gives it, at this run's port. */
async function isHealthy(name: string): Promise<boolean> {
  const { health } = serviceOf(name);
  const [program = '', ...parameters] = health.map((part) =>
    part.replace(/127\.0\.0\.1:(\d+)/, (_all, port: string) => `127.0.0.1:${Number(port) + shift()}`),
  );
  const child = spawn(program, parameters);
  const code = await Promise.race([
    new Promise<number | null>((resolve) => child.once('close', resolve)),
    sleep(10_000, null),
  ]);
  return code === 0;
}
