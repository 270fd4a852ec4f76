import 'reflect-metadata';
import { Client, Connection, defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from '@temporalio/client';
import { watchVaultKey } from '#persistence/card-vault/watch-vault-key';
import { loadOpenConfiguration } from '#persistence/configuration/configurations';
import { watchConfiguration } from '#persistence/configuration/watch-configuration';
import { connectionsOf } from '#persistence/database';
import { openDatabase } from '#persistence/open-database';
import { rootSecretProblem } from '#persistence/secrets/check-secrets';
import { createKeyedHashes } from '#persistence/secrets/keyed-hashes';
import { followProcess } from '#metrics/follow-process';
import { Metrics } from '#metrics/metrics';
import { serveMetrics } from '#metrics/serve-metrics';
import { createLog } from '#runtime/create-log';
import { httpsAddressProblem } from '#runtime/https-address';
import { readEnvironment } from '#runtime/read-environment';
import { runProcess } from '#runtime/run-process';
import { tellConfiguration } from '#runtime/tell-configuration';
import { certificateOf, readTemporalConnection } from '#runtime/temporal-connection';
import { buildCheckout } from './build-checkout.js';

const databaseConnectionsMax = 20;
/** A few seconds of retries: a customer is waiting, and recovery takes care of what was posted. */
const temporalAttemptsMax = 6;

const settings = readEnvironment(process.env, (read) => ({
  databaseUrl: read.text('DATABASE_URL'),
  temporal: readTemporalConnection(process.env, read.isProduction()),
  rootSecret: read.strict('GATEWAY_SECRET', rootSecretProblem),
  checkoutUrl: read.strict('CHECKOUT_URL', httpsAddressProblem, 'http://localhost:3001'),
  port: read.port('CHECKOUT_PORT', 3001),
  metricsPort: read.port('CHECKOUT_METRICS_PORT', 3005),
  listenAddress: read.listenAddress('LISTEN_ADDRESS'),
  figuresAddress: read.listenAddress('FIGURES_ADDRESS'),
  connectionsMax: read.number('CONNECTIONS_MAX', 2_000),
  trustedProxies: read.text('TRUSTED_PROXIES', 'none'),
  build: read.text('GATEWAY_BUILD', 'unknown'),
  logLevel: read.text('LOG_LEVEL', 'info'),
  isProduction: read.isProduction(),
  allowsSandbox: read.flag('ALLOW_SANDBOX'),
}));

const log = createLog('checkout', settings.logLevel);

await runProcess(log, async () => {
  const database = await openDatabase(
    {
      url: settings.databaseUrl,
      applicationName: 'gateway checkout',
      poolSize: databaseConnectionsMax,
    },
    (newer) => log.info({ newer }, 'the schema is newer than this build'),
  );
  const configuration = await watchConfiguration((after) => loadOpenConfiguration(database, after), {
    ...settings,
    ...tellConfiguration(log),
  });
  const metrics = new Metrics('checkout');
  followProcess(metrics, 'checkout', {
    build: settings.build,
    configuration,
    certificate: certificateOf(settings.temporal),
    connections: () => connectionsOf(database),
  });
  const vaultKey = watchVaultKey(database);
  const connection = Connection.lazy({
    ...settings.temporal.options,
    interceptors: [makeGrpcRetryInterceptor(defaultGrpcRetryOptions({ maxAttempts: temporalAttemptsMax }))],
  });
  const resources = {
    database,
    temporal: new Client({ connection, namespace: settings.temporal.namespace }),
    configuration,
    keyedHashes: createKeyedHashes(settings.rootSecret),
    vaultKey,
    isSecure: new URL(settings.checkoutUrl).protocol === 'https:',
    // A production that allows the sandbox is a stage without a bank.
    isTestMode: !settings.isProduction || settings.allowsSandbox,
    log,
  };
  const checkout = await buildCheckout(resources, { ...settings, metrics });
  const figures = await serveMetrics(
    { port: settings.metricsPort, host: settings.figuresAddress },
    metrics,
    log,
  );
  await checkout.listen(settings.port, settings.listenAddress);
  return [
    { name: 'database', stop: () => database.destroy() },
    { name: 'vault key', stop: () => vaultKey.stop() },
    { name: 'configuration', stop: () => configuration.stop() },
    { name: 'temporal', stop: () => connection.close() },
    figures,
    { name: 'http', stop: () => checkout.close() },
  ];
});
