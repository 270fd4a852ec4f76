import 'reflect-metadata';
import { Client, Connection, defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from '@temporalio/client';
import { watchVaultKey } from '#persistence/card-vault/watch-vault-key';
import { loadOpenConfiguration } from '#persistence/configuration/configurations';
import { watchConfiguration } from '#persistence/configuration/watch-configuration';
import { createDatabase } from '#persistence/database';
import { createKeyedHashes } from '#persistence/secrets/keyed-hashes';
import { createLog } from '#runtime/create-log';
import { tellConfiguration } from '#runtime/tell-configuration';
import { runProcess } from '#runtime/run-process';
import { buildCheckout } from './build-checkout.js';
import { settings } from './settings.js';

const databaseConnectionsMax = 20;
/** A few seconds of trying: a customer waits, and what was posted is recorded and swept up. */
const temporalAttemptsMax = 6;

const log = createLog('checkout', settings.logLevel);

await runProcess(log, async () => {
  const database = createDatabase({
    url: settings.databaseUrl,
    applicationName: 'gateway checkout',
    poolSize: databaseConnectionsMax,
  });
  await database.initialize();
  const configuration = await watchConfiguration((after) => loadOpenConfiguration(database, after), {
    ...settings,
    ...tellConfiguration(log),
  });
  const vaultKey = watchVaultKey(database);
  const connection = Connection.lazy({
    ...settings.temporal.options,
    interceptors: [makeGrpcRetryInterceptor(defaultGrpcRetryOptions({ maxAttempts: temporalAttemptsMax }))],
  });
  const services = {
    database,
    temporal: new Client({ connection, namespace: settings.temporal.namespace }),
    configuration: configuration.current,
    keyedHashes: createKeyedHashes(settings.rootSecret),
    vaultKey,
    isSecure: new URL(settings.checkoutUrl).protocol === 'https:',
    log,
  };
  const checkout = await buildCheckout(services, settings);
  await checkout.listen(settings.port, '0.0.0.0');
  return [
    { name: 'database', stop: () => database.destroy() },
    { name: 'vault key', stop: () => vaultKey.stop() },
    { name: 'configuration', stop: () => configuration.stop() },
    { name: 'temporal', stop: () => connection.close() },
    { name: 'http', stop: () => checkout.close() },
  ];
});
