import { readEnvironment } from '#process/read-environment';

export const settings = readEnvironment(process.env, (read) => ({
  databaseUrl: read.text('DATABASE_URL'),
  temporalAddress: read.text('TEMPORAL_ADDRESS', '127.0.0.1:7233'),
  temporalNamespace: read.text('TEMPORAL_NAMESPACE', 'default'),
  rootSecret: read.text('GATEWAY_SECRET'),
  encryptionKeys: read.text('GATEWAY_ENCRYPTION_KEYS'),
  fingerprintKeys: read.text('GATEWAY_FINGERPRINT_KEYS'),
  checkoutUrl: read.text('CHECKOUT_URL', 'http://localhost:3001'),
  port: read.port('API_PORT', 3000),
  logLevel: read.text('LOG_LEVEL', 'info'),
  isProduction: read.text('NODE_ENV', 'development') === 'production',
}));
