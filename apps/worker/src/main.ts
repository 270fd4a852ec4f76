import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import { assertNoUnreachableStates } from '#domain/transaction/status';
import { loadConfiguration } from '#persistence/configuration/configurations';
import { watchConfiguration } from '#persistence/configuration/watch-configuration';
import { createDatabase } from '#persistence/database';
import { ensureVaultKey } from '#persistence/card-vault/keep-vault-keys';
import { watchBlocks } from '#persistence/risk/watch-blocks';
import { noteKeyUses } from '#persistence/keys/note-key-uses';
import { watchKeys } from '#persistence/keys/watch-keys';
import { createCardFingerprints, createRiskHashes } from '#persistence/secrets/card-fingerprints';
import { createKeyedHashes } from '#persistence/secrets/keyed-hashes';
import { createSealedBox, parseKeyRing } from '#persistence/secrets/sealed-box';
import { createLog } from '#runtime/create-log';
import { runProcess } from '#runtime/run-process';
import { tellConfiguration } from '#runtime/tell-configuration';
import type { ActivityDependencies } from './activities/activity-dependencies.js';
import { createSubmitGate } from './activities/submit-gate.js';
import { createWorkers } from './create-workers.js';
import { watchEndpoints } from './endpoints.js';
import { keepHouse } from './keep-house.js';
import { serveMidQueues } from './mid-queues.js';
import { runWorker } from './run-worker.js';
import { serveHealth } from './serve-health.js';
import { settings } from './settings.js';

/** Longer than a provider call, so that an attempt under way is finished and recorded before the process ends. */
const shutdownGraceTime = '35 seconds';
const connectionsMax = 20;

const log = createLog('worker', settings.logLevel);

await runProcess(log, async () => {
  assertNoUnreachableStates();
  Runtime.install({ shutdownSignals: [], logger: new DefaultLogger('WARN', logSdk) });

  const database = createDatabase({
    url: settings.databaseUrl,
    applicationName: 'gateway worker',
    poolSize: connectionsMax,
  });
  await database.initialize();
  const sealedBox = createSealedBox(parseKeyRing(settings.encryptionKeys));
  const vaultBox = createSealedBox(parseKeyRing(settings.vaultKeys, 'GATEWAY_VAULT_KEYS'));
  const keyedHashes = createKeyedHashes(settings.rootSecret);
  const cardFingerprints = createCardFingerprints(
    parseKeyRing(settings.fingerprintKeys, 'GATEWAY_FINGERPRINT_KEYS'),
    settings.rootSecret,
  );
  const configuration = await watchConfiguration((after) => loadConfiguration(database, sealedBox, after), {
    ...settings,
    ...tellConfiguration(log),
  });
  const blocks = await watchBlocks(database, {
    configuration: configuration.current,
    onBlock({ byGuard, id, kind, appliesTo }) {
      if (byGuard) log.warn({ block: id, kind, project: appliesTo }, 'cards are tried out');
    },
  });
  await ensureVaultKey(database, vaultBox);
  const storedKeys = await watchKeys(database, sealedBox, (keyIds) =>
    log.error({ keyIds }, 'keys cannot be opened'),
  );
  const keyUses = noteKeyUses(database);
  const { apiUrl, checkoutUrl } = settings;
  const dependencies: ActivityDependencies = {
    database,
    sealedBox,
    vaultBox,
    keyedHashes,
    cardFingerprints,
    riskHashes: createRiskHashes(keyedHashes, cardFingerprints),
    configuration: configuration.current,
    needsTwoPersons: () => configuration.current().operations?.fourEyes ?? settings.isProduction,
    findBlocks: blocks.find,
    storedKeys: storedKeys.current,
    keyUses,
    apiUrl,
    checkoutUrl,
    log,
  };

  const { namespace, options: connectionOptions } = settings.temporal;
  const connection = await Connection.connect(connectionOptions);
  const nativeConnection = await NativeConnection.connect(connectionOptions);
  const endpoints = await watchEndpoints(database, log);
  const submitGate = createSubmitGate();
  const workers = await createWorkers({
    connection: nativeConnection,
    namespace,
    shutdownGraceTime,
    dependencies: { ...dependencies, isPaused: endpoints.isPaused },
    submitGate,
  });
  const running = [...workers].map(([queue, worker]) => runWorker(log, queue, worker));
  const midQueues = await serveMidQueues({
    connectionOptions,
    namespace,
    shutdownGraceTime,
    dependencies,
    configuration,
    submitGate,
  });
  const client = new Client({ connection, namespace });
  const housekeeping = keepHouse({ database, client, log, vaultBox, configuration: configuration.current });
  const health = await serveHealth(settings.healthPort, () =>
    [...workers.values()].every((worker) => worker.getState() === 'RUNNING'),
  );
  return [
    { name: 'database', stop: () => database.destroy() },
    { name: 'configuration', stop: () => configuration.stop() },
    { name: 'blocks', stop: () => blocks.stop() },
    { name: 'keys', stop: () => storedKeys.stop() },
    { name: 'key uses', stop: () => keyUses.stop() },
    {
      name: 'connections',
      stop: () => Promise.all([nativeConnection.close(), connection.close()]).then(() => undefined),
    },
    ...running,
    midQueues,
    ...housekeeping,
    endpoints,
    health,
  ];
});

/** The SDK's own lines, without their attached error objects, which carry more than identifiers. */
function logSdk(entry: {
  readonly level: string;
  readonly message: string;
  readonly meta?: Record<string, unknown> | undefined;
}): void {
  const { workflowId, activityType } = entry.meta ?? {};
  const fields = { sdk: entry.message, workflowId, activityType };
  // Two of the workers have no flows, on purpose.
  if (entry.message.startsWith('No workflows registered')) return;
  if (entry.level === 'ERROR') log.error(fields, 'temporal');
  else log.warn(fields, 'temporal');
}
