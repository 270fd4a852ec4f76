import 'reflect-metadata';
import { Client, Connection } from '@temporalio/client';
import { assertNoUnreachableStates } from '#domain/transaction/status';
import { callbackLimits, createCallbackSender } from '#gateway/callbacks/send-callback';
import { createMerchantNames } from '#gateway/names/merchant-names';
import { watchVaultKey } from '#persistence/card-vault/watch-vault-key';
import { watchCircuits } from '#persistence/circuits/watch-circuits';
import { loadConfiguration } from '#persistence/configuration/configurations';
import { watchSwitches } from '#persistence/configuration/switches';
import { watchConfiguration } from '#persistence/configuration/watch-configuration';
import { connectionsOf } from '#persistence/database';
import { noteKeyUses } from '#persistence/keys/note-key-uses';
import { watchKeys } from '#persistence/keys/watch-keys';
import { openDatabase } from '#persistence/open-database';
import { watchBlocks } from '#persistence/risk/watch-blocks';
import { createCardFingerprints, createRiskHashes } from '#persistence/secrets/card-fingerprints';
import { keyRingProblem, rootSecretProblem } from '#persistence/secrets/check-secrets';
import { createKeyedHashes } from '#persistence/secrets/keyed-hashes';
import { createEnvelopeCipher, parseKeyRing } from '#persistence/secrets/envelope-cipher';
import { findUnbegun } from '#persistence/transactions/find-transaction';
import { Metrics } from '#metrics/metrics';
import { followProcess } from '#metrics/follow-process';
import { serveMetrics } from '#metrics/serve-metrics';
import { createLog } from '#runtime/create-log';
import { httpsAddressProblem } from '#runtime/https-address';
import { readEnvironment } from '#runtime/read-environment';
import { runProcess } from '#runtime/run-process';
import { tellConfiguration } from '#runtime/tell-configuration';
import { certificateOf, readTemporalConnection } from '#runtime/temporal-connection';
import { readTracing } from '#tracing/read-tracing';
import { openTracing } from '#tracing/open-tracing';
import { buildApi } from './build-api.js';
import { createKeyIndex } from './http/authenticate.js';
import { HeldCalls } from './http/held-calls.js';
import { expectCallbacks, showCircuits } from './metrics/show-circuits.js';
import { CreateLimit, followLoad } from './resources/create-limit.js';
import { CurrentConfiguration } from './resources/resources.module.js';
import { TemporalReach } from './resources/temporal-reach.js';
import { AnsweredCalls } from './transactions/create/answered-calls.js';
import { TimedOutCalls } from './transactions/create/timed-out-calls.js';

const connectionsMax = 20;

const settings = readEnvironment(process.env, (read) => ({
  databaseUrl: read.text('DATABASE_URL'),
  temporal: readTemporalConnection(process.env, read.isProduction()),
  rootSecret: read.strict('GATEWAY_SECRET', rootSecretProblem),
  encryptionKeys: read.strict('GATEWAY_ENCRYPTION_KEYS', keyRingProblem),
  fingerprintKeys: read.strict('GATEWAY_FINGERPRINT_KEYS', keyRingProblem),
  checkoutUrl: read.strict('CHECKOUT_URL', httpsAddressProblem, 'http://localhost:3001'),
  port: read.port('API_PORT', 3000),
  metricsPort: read.port('METRICS_PORT', 3004),
  listenAddress: read.listenAddress('LISTEN_ADDRESS'),
  figuresAddress: read.listenAddress('FIGURES_ADDRESS'),
  connectionsMax: read.number('CONNECTIONS_MAX', 2_000),
  callbackNameServers: read.addresses('CALLBACK_NAME_SERVERS'),
  trustedProxies: read.text('TRUSTED_PROXIES', 'none'),
  build: read.text('GATEWAY_BUILD', 'unknown'),
  tracing: readTracing(process.env),
  logLevel: read.text('LOG_LEVEL', 'info'),
  isProduction: read.isProduction(),
  allowsSandbox: read.flag('ALLOW_SANDBOX'),
}));

const log = createLog('api', settings.logLevel);

await runProcess(log, async () => {
  assertNoUnreachableStates();
  const tracing = await openTracing('api', { ...settings.tracing, build: settings.build }, log);
  const database = await openDatabase(
    {
      url: settings.databaseUrl,
      applicationName: 'gateway api',
      poolSize: connectionsMax,
    },
    (newer) => log.info({ newer }, 'the schema is newer than this build'),
  );
  const envelopeCipher = createEnvelopeCipher(parseKeyRing(settings.encryptionKeys));
  const configuration = await watchConfiguration(
    (after) => loadConfiguration(database, envelopeCipher, after),
    {
      ...settings,
      ...tellConfiguration(log),
    },
  );
  const switches = await watchSwitches(database, configuration.current, (off) =>
    log.warn({ off }, 'switched off by operators'),
  );
  const circuits = await watchCircuits(database, configuration.current, ({ mid, isOpen }) =>
    isOpen ? log.warn({ mid }, 'circuit opened') : log.info({ mid }, 'circuit closed'),
  );
  const blocks = await watchBlocks(database, { configuration: configuration.current });
  const storedKeys = await watchKeys(database, envelopeCipher, (keyIds) =>
    log.error({ keyIds }, 'stored keys cannot be decrypted'),
  );
  const keyUses = noteKeyUses(database);
  const keyedHashes = createKeyedHashes(settings.rootSecret);
  const cardFingerprints = createCardFingerprints(
    parseKeyRing(settings.fingerprintKeys, 'GATEWAY_FINGERPRINT_KEYS'),
    settings.rootSecret,
  );
  const vaultKey = watchVaultKey(database);
  const connection = Connection.lazy(settings.temporal.options);
  const temporalReach = new TemporalReach(connection);
  const metrics = new Metrics('api');
  followProcess(metrics, 'api', {
    build: settings.build,
    configuration,
    certificate: certificateOf(settings.temporal),
    connections: () => connectionsOf(database),
  });
  metrics.beforeRendering(() => {
    expectCallbacks(metrics, configuration.current());
    showCircuits(metrics, configuration.current(), circuits.openMids());
  });
  const createLimit = new CreateLimit(metrics, log);
  const resources = {
    database,
    temporal: new Client({ connection, namespace: settings.temporal.namespace }),
    temporalReach,
    configuration: new CurrentConfiguration({ current: switches.current, version: configuration.version }),
    circuits,
    blocks,
    envelopeCipher,
    vaultKey,
    keyedHashes,
    cardFingerprints,
    riskHashes: createRiskHashes(keyedHashes, cardFingerprints),
    checkoutUrl: settings.checkoutUrl,
    storedKeys: storedKeys.current,
    sendCallback: createCallbackSender(
      callbackLimits,
      createMerchantNames({ servers: settings.callbackNameServers }),
    ),
    heldCalls: new HeldCalls(settings.connectionsMax),
    createLimit,
    metrics,
    tracing,
    log,
  };
  const api = await buildApi(resources, {
    keys: createKeyIndex(configuration.current, storedKeys.current),
    keyUses,
    connectionsMax: settings.connectionsMax,
    trustedProxies: settings.trustedProxies,
    isDevelopment: !settings.isProduction,
  });
  const figures = await serveMetrics(
    { port: settings.metricsPort, host: settings.figuresAddress },
    metrics,
    log,
  );
  await temporalReach.awaitFirst();
  const load = followLoad(createLimit, (identifiers) => findUnbegun(database, identifiers));
  await api.listen(settings.port, settings.listenAddress);
  return [
    { name: 'traces', stop: () => tracing.stop() },
    { name: 'database', stop: () => database.destroy() },
    { name: 'answered calls', stop: () => api.get(AnsweredCalls, { strict: false }).stop() },
    { name: 'timed-out calls', stop: () => api.get(TimedOutCalls, { strict: false }).stop() },
    { name: 'configuration', stop: () => configuration.stop() },
    { name: 'switches', stop: () => switches.stop() },
    { name: 'circuits', stop: () => circuits.stop() },
    { name: 'blocks', stop: () => blocks.stop() },
    { name: 'keys', stop: () => storedKeys.stop() },
    { name: 'vault key', stop: () => vaultKey.stop() },
    { name: 'key uses', stop: () => keyUses.stop() },
    { name: 'temporal', stop: () => connection.close() },
    { name: 'temporal reach', stop: () => temporalReach.stop() },
    load,
    figures,
    { name: 'http', stop: () => api.close() },
  ];
});
