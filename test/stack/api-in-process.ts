import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Client, Connection } from '@temporalio/client';
import { createKeySet } from '#domain/keys/stored-keys';
import { createDatabase, type Database } from '#persistence/database';
import { noteKeyUses } from '#persistence/keys/note-key-uses';
import { createCardFingerprints, createRiskHashes } from '#persistence/secrets/card-fingerprints';
import { createKeyedHashes } from '#persistence/secrets/keyed-hashes';
import { createEnvelopeCipher } from '#persistence/secrets/envelope-cipher';
import { Metrics } from '#metrics/metrics';
import { noTracing } from '#tracing/tracing';
import { createLog } from '#runtime/create-log';
import { buildApi } from '../../apps/api/src/build-api.js';
import { createKeyIndex } from '../../apps/api/src/http/authenticate.js';
import { HeldCalls } from '../../apps/api/src/http/held-calls.js';
import { CreateLimit } from '../../apps/api/src/resources/create-limit.js';
import { CurrentConfiguration } from '../../apps/api/src/resources/resources.module.js';
import { TemporalReach } from '../../apps/api/src/resources/temporal-reach.js';
import { readDevelopmentConfiguration } from './read-development-configuration.js';

/** The api in the process of the test, which listens on a port of its own. */
export type ApiInProcess = {
  readonly api: NestFastifyApplication;
  readonly url: string;
  readonly temporalReach: TemporalReach;
  stop(): Promise<void>;
};

/** Never reached. */
const noDatabase = () =>
  createDatabase({ url: 'postgres://127.0.0.1:1/none', applicationName: 'test', poolSize: 1 });

/**
 * Builds the whole api with the development configuration, and with a Temporal that is never reached: for requests that are
 * answered before a row is read, or from the rows of this database. One breakpoint reaches everything.
 */
export async function startApiInProcess(database: Database = noDatabase()): Promise<ApiInProcess> {
  const configuration = readDevelopmentConfiguration();
  const connection = Connection.lazy({ address: '127.0.0.1:1' });
  const rootSecret = randomBytes(32).toString('base64');
  const ring = [{ id: '1', key: randomBytes(32) }];
  const temporalReach = new TemporalReach(connection);
  const keyUses = noteKeyUses(database);
  const keyedHashes = createKeyedHashes(rootSecret);
  const cardFingerprints = createCardFingerprints(ring, rootSecret);
  const metrics = new Metrics('api');
  const log = createLog('api', 'silent');
  const resources = {
    database,
    temporal: new Client({ connection }),
    temporalReach,
    configuration: new CurrentConfiguration({ current: () => configuration, version: () => 1 }),
    circuits: { openMids: () => new Set<string>(), takeProbe: () => false, stop: () => Promise.resolve() },
    blocks: { find: () => [] },
    envelopeCipher: createEnvelopeCipher(ring),
    vaultKey: { find: () => Promise.reject(new Error('no card is stored here')) },
    keyedHashes,
    cardFingerprints,
    riskHashes: createRiskHashes(keyedHashes, cardFingerprints),
    checkoutUrl: 'https://pay.example.com',
    storedKeys: () => createKeySet([]),
    sendCallback: () => Promise.reject(new Error('nothing is sent')),
    heldCalls: new HeldCalls(100),
    createLimit: new CreateLimit(metrics, log),
    metrics,
    tracing: noTracing,
    log,
  };
  const api = await buildApi(resources, {
    keys: createKeyIndex(
      () => configuration,
      () => createKeySet([]),
    ),
    keyUses,
    connectionsMax: 100,
    trustedProxies: 'none',
    isDevelopment: false,
  });
  await api.listen(0, '127.0.0.1');
  const { port } = api.getHttpServer().address() as AddressInfo;
  return {
    api,
    url: `http://127.0.0.1:${port}`,
    temporalReach,
    async stop() {
      await api.close();
      await temporalReach.stop();
      await keyUses.stop();
      // The connection is left to the end of the process: a probe may still be trying to reach Temporal.
    },
  };
}
