import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { Connection } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchAttributes } from '#contracts/search-attributes';
import { readTemporalConnection } from '#runtime/temporal-connection';
import { cardBody } from '../fakes/bodies.js';
import { newCard } from '../fakes/card-number.js';
import { guardTemporal, type GuardedTemporal } from '../fakes/guarded-temporal.js';
import { createMerchant } from '../fakes/merchant.js';
import { runAdmin, type AdminRun } from '../stack/run-admin.js';
import { sharedStack } from '../stack/stack.js';
import { startTestStack, withoutCheckout, type TestStack } from '../stack/start-test-stack.js';

/**
 * Goal: a client without our certificate or key gets nothing from Temporal, and our processes get all they
 * need with both. Method: certificates and keys as the set-up of docker-compose.yml makes them; the development server
 * behind a door that demands them, because it knows no TLS itself; a whole stack that only knows this door.
 */
const namespace = 'door';
const wrongKey = 'eyJhbGciOiJFUzI1NiJ9.very-wrong.key';

let keys = '';
let guarded: GuardedTemporal;
let prepared: AdminRun;
let running: TestStack;

/** The settings that docker-compose.yml gives to a process. */
function settingsOf(name: string) {
  return {
    TEMPORAL_ADDRESS: guarded.address,
    TEMPORAL_NAMESPACE: namespace,
    TEMPORAL_TLS_SERVER_CA_CERT_PATH: join(keys, name, 'authority.pem'),
    TEMPORAL_TLS_CLIENT_CERT_PATH: join(keys, name, 'client.pem'),
    TEMPORAL_TLS_CLIENT_KEY_PATH: join(keys, name, 'client.key'),
    TEMPORAL_API_KEY: apiKeyOf(name),
  };
}
const apiKeyOf = (name: string) => readFileSync(join(keys, name, 'api-key'), 'utf8');

beforeAll(async () => {
  keys = await mkdtemp(join(tmpdir(), 'gateway-door-'));
  await runAdmin(['temporal', 'make-keys'], { TEMPORAL_KEYS: keys, TEMPORAL_NAMESPACE: namespace });
  guarded = await guardTemporal(sharedStack.temporalAddress, keys, ['worker', 'setup'].map(apiKeyOf));
  prepared = await runAdmin(['temporal', 'prepare'], { ...settingsOf('setup'), NODE_ENV: 'production' });
  running = await startTestStack({ apps: withoutCheckout, environment: settingsOf('worker') });
});
afterAll(async () => {
  await running?.stop();
  await guarded?.stop();
  await rm(keys, { recursive: true, force: true });
});

describe("Temporal's door", () => {
  it('lets a payment through from the request to its final state', async () => {
    const passed = guarded.counts.passed;
    const merchant = createMerchant(running.stack.urls.api);
    const body = cardBody(newCard('41100091'), { sandbox: 'success' });
    expect((await merchant.post('/v2/payment', body)).status).toBe(200);
    expect((await merchant.untilFinal(body.reference))['status']).toBe('success');
    expect(guarded.counts.passed).toBeGreaterThan(passed);
  });

  it('gives nothing to a client without a certificate or without TLS', async () => {
    const { address } = guarded;
    const { tls, ...rest } = readTemporalConnection(settingsOf('worker'), true).options;
    if (typeof tls !== 'object' || tls === null) throw new Error('there is no TLS');
    const withoutCertificate = { ...rest, tls: { ...tls, clientCertPair: undefined } };
    await expect(Connection.connect({ ...withoutCertificate, connectTimeout: 3_000 })).rejects.toThrow();
    await expect(NativeConnection.connect(withoutCertificate)).rejects.toThrow();
    await expect(Connection.connect({ address, connectTimeout: 3_000 })).rejects.toThrow();
    const withCertificate = await Connection.connect({ ...rest, tls });
    await withCertificate.close();
  });

  it('gives nothing for a wrong key, and no program shows it', async () => {
    const wrong = { ...settingsOf('worker'), TEMPORAL_API_KEY: wrongKey };
    const { options } = readTemporalConnection(wrong, true);
    for (const connect of [() => Connection.connect(options), () => NativeConnection.connect(options)]) {
      const refused = guarded.counts.refused;
      const refusal = await connect().then(
        () => 'let in',
        (error: unknown) => inspect(error, { depth: null }),
      );
      expect(refusal).toContain('connect');
      expect(refusal).not.toContain(wrongKey);
      expect(guarded.counts.refused).toBeGreaterThan(refused);
    }
    const attempt = await runAdmin(['temporal', 'prepare'], { ...wrong, NODE_ENV: 'production' });
    expect(attempt.code).toBe(2);
    expect(attempt.output).not.toContain(wrongKey);
  });

  it('does not start a worker whose key is wrong, and its log does not hold the key', async () => {
    const { worker } = running.stack.apps;
    await expect(worker.restart({ TEMPORAL_API_KEY: wrongKey })).rejects.toThrow(/worker ended/);
    const log = await readFile(worker.logFile, 'utf8');
    expect(log).toContain('could not start');
    expect(log).not.toContain(wrongKey);
    await worker.restart({ TEMPORAL_API_KEY: apiKeyOf('worker') });
  });

  it('starts nothing in production that would speak in the clear to another machine', async () => {
    const { output, code } = await runAdmin(['temporal', 'prepare'], {
      TEMPORAL_ADDRESS: 'temporal:7233',
      NODE_ENV: 'production',
    });
    expect({ code, output }).toEqual({
      code: 2,
      output: expect.stringMatching(/TEMPORAL_ADDRESS .* in the clear/) as string,
    });
  });
});

describe('the set-up', () => {
  it('makes the search attributes, and nothing anew that is there', async () => {
    const connection = await Connection.connect(readTemporalConnection(settingsOf('setup'), true).options);
    const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
    await connection.close();
    const names = Object.values(searchAttributes).map(({ name }) => name);
    expect(Object.keys(customAttributes)).toEqual(expect.arrayContaining(names));
    expect(prepared).toMatchObject({
      code: 0,
      output: expect.stringContaining(`Namespace ${namespace} created.`) as string,
    });
    const again = await runAdmin(['temporal', 'prepare'], settingsOf('setup'));
    expect(again.output).toContain('All search attributes exist.');
    const before = apiKeyOf('worker');
    const kept = await runAdmin(['temporal', 'make-keys'], { TEMPORAL_KEYS: keys });
    expect(kept.output).toContain('Certificates and keys exist');
    expect(apiKeyOf('worker')).toBe(before);
  });

  it("leaves no authority's key behind, so that nothing is signed with it again", () => {
    expect(existsSync(join(keys, 'server/authority.pem'))).toBe(true);
    expect(existsSync(join(keys, 'server/authority.key'))).toBe(false);
  });
});
