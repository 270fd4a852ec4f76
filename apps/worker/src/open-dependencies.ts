import { ensureVaultKey } from '#persistence/card-vault/keep-vault-keys';
import { loadConfiguration } from '#persistence/configuration/configurations';
import {
  watchConfiguration,
  type WatchedConfiguration,
} from '#persistence/configuration/watch-configuration';
import { noteKeyUses } from '#persistence/keys/note-key-uses';
import { watchKeys } from '#persistence/keys/watch-keys';
import { openDatabase } from '#persistence/open-database';
import { watchBlocks } from '#persistence/risk/watch-blocks';
import { createCardFingerprints, createRiskHashes } from '#persistence/secrets/card-fingerprints';
import { createKeyedHashes } from '#persistence/secrets/keyed-hashes';
import { createEnvelopeCipher, parseKeyRing } from '#persistence/secrets/envelope-cipher';
import { Metrics } from '#metrics/metrics';
import type { Logger } from '#runtime/create-log';
import type { Stoppable } from '#runtime/run-process';
import { tellConfiguration } from '#runtime/tell-configuration';
import { openTracing } from '#tracing/open-tracing';
import type { ActivityDependencies } from './activities/activity-dependencies.js';
import { settings } from './settings.js';
import { createReachFinance } from './statements/reach-finance.js';

const connectionsMax = 20;

export type OpenedDependencies = {
  readonly dependencies: ActivityDependencies;
  readonly configuration: WatchedConfiguration;
  readonly stoppables: readonly Stoppable[];
};

/** Opens Postgres, the secrets of this process, and the watchers of the database. */
export async function openDependencies(
  log: Logger,
  noteEnd: ActivityDependencies['noteEnd'],
): Promise<OpenedDependencies> {
  const tracing = await openTracing('worker', { ...settings.tracing, build: settings.build }, log);
  const database = await openDatabase(
    {
      url: settings.databaseUrl,
      applicationName: 'gateway worker',
      poolSize: connectionsMax,
    },
    (newer) => log.info({ newer }, 'the schema is newer than this build'),
  );
  const { reachFinance, stoppable: finance } = createReachFinance(settings.financeUrl, log);
  const envelopeCipher = createEnvelopeCipher(parseKeyRing(settings.encryptionKeys));
  const vaultCipher = createEnvelopeCipher(parseKeyRing(settings.vaultKeys, 'GATEWAY_VAULT_KEYS'));
  const keyedHashes = createKeyedHashes(settings.rootSecret);
  const cardFingerprints = createCardFingerprints(
    parseKeyRing(settings.fingerprintKeys, 'GATEWAY_FINGERPRINT_KEYS'),
    settings.rootSecret,
  );
  const configuration = await watchConfiguration(
    (after) => loadConfiguration(database, envelopeCipher, after),
    {
      ...settings,
      ...tellConfiguration(log),
    },
  );
  const blocks = await watchBlocks(database, {
    configuration: configuration.current,
    onBlock({ byGuard, id, kind, appliesTo }) {
      if (byGuard) log.warn({ block: id, kind, project: appliesTo }, 'card testing detected and blocked');
    },
  });
  await ensureVaultKey(database, vaultCipher);
  const storedKeys = await watchKeys(database, envelopeCipher, (keyIds) =>
    log.error({ keyIds }, 'stored keys cannot be decrypted'),
  );
  const keyUses = noteKeyUses(database);
  const { apiUrl, checkoutUrl } = settings;
  return {
    configuration,
    dependencies: {
      database,
      reachFinance,
      envelopeCipher,
      vaultCipher,
      keyedHashes,
      cardFingerprints,
      riskHashes: createRiskHashes(keyedHashes, cardFingerprints),
      configuration: configuration.current,
      needsFourEyes: () => configuration.current().operations?.fourEyes ?? settings.isProduction,
      findBlocks: blocks.find,
      storedKeys: storedKeys.current,
      keyUses,
      noteEnd,
      apiUrl,
      checkoutUrl,
      metrics: new Metrics('worker'),
      tracing,
      log,
    },
    stoppables: [
      { name: 'traces', stop: () => tracing.stop() },
      { name: 'database', stop: () => database.destroy() },
      finance,
      { name: 'configuration', stop: () => configuration.stop() },
      { name: 'blocks', stop: () => blocks.stop() },
      { name: 'keys', stop: () => storedKeys.stop() },
      { name: 'key uses', stop: () => keyUses.stop() },
    ],
  };
}
