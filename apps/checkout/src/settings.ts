import { readEnvironment } from '#process/read-environment';
import { readTemporalConnection } from '#process/temporal-connection';

export const settings = readEnvironment(process.env, (read) => ({
  databaseUrl: read.text('DATABASE_URL'),
  temporal: readTemporalConnection(process.env, read.text('NODE_ENV', 'development') === 'production'),
  rootSecret: read.text('GATEWAY_SECRET'),
  encryptionKeys: read.text('GATEWAY_ENCRYPTION_KEYS'),
  checkoutUrl: read.text('CHECKOUT_URL', 'http://localhost:3001'),
  port: read.port('CHECKOUT_PORT', 3001),
  trustedProxies: read.text('TRUSTED_PROXIES', 'none'),
  logLevel: read.text('LOG_LEVEL', 'info'),
  isProduction: read.text('NODE_ENV', 'development') === 'production',
}));
