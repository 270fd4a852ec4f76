import { keyRingProblem, rootSecretProblem } from '#persistence/secrets/check-secrets';
import { httpsAddressProblem } from '#runtime/https-address';
import { readEnvironment, type EnvironmentReader } from '#runtime/read-environment';
import { readTemporalConnection } from '#runtime/temporal-connection';
import { readTracing } from '#tracing/read-tracing';

export const settings = readEnvironment(process.env, (read) => ({
  databaseUrl: read.text('DATABASE_URL'),
  financeUrl: read.text('FINANCE_DATABASE_URL', ''),
  temporal: readTemporalConnection(process.env, read.isProduction()),
  rootSecret: read.strict('GATEWAY_SECRET', rootSecretProblem),
  encryptionKeys: read.strict('GATEWAY_ENCRYPTION_KEYS', keyRingProblem),
  fingerprintKeys: read.strict('GATEWAY_FINGERPRINT_KEYS', keyRingProblem),
  vaultKeys: read.strict('GATEWAY_VAULT_KEYS', keyRingProblem),
  apiUrl: read.strict('API_URL', httpsAddressProblem, 'http://localhost:3000'),
  checkoutUrl: read.strict('CHECKOUT_URL', httpsAddressProblem, 'http://localhost:3001'),
  healthPort: read.port('WORKER_PORT', 3003),
  metricsPort: read.port('WORKER_METRICS_PORT', 3006),
  sdkMetricsPort: read.port('SDK_METRICS_PORT', 3007),
  figuresAddress: read.listenAddress('FIGURES_ADDRESS'),
  ...readVersion(read),
  callbackNameServers: read.addresses('CALLBACK_NAME_SERVERS'),
  tracing: readTracing(process.env),
  logLevel: read.text('LOG_LEVEL', 'info'),
  isProduction: read.isProduction(),
  allowsSandbox: read.flag('ALLOW_SANDBOX'),
}));

/** With a deployment the build is its version, and therefore required. */
function readVersion(read: EnvironmentReader) {
  const deployment = read.text('WORKER_DEPLOYMENT', '');
  return { deployment, build: read.text('GATEWAY_BUILD', deployment === '' ? 'unknown' : undefined) };
}
