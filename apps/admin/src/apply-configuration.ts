import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { catalogue } from '#domain/methods/catalogue';
import { connectors } from '#gateway/connectors/registry';
import { configurationDigest } from '#persistence/configuration/configuration-digest';
import { applyConfiguration } from '#persistence/configuration/configurations';
import { describeMistake } from '#persistence/configuration/mistake';
import { readConfiguration } from '#persistence/configuration/read-configuration';
import { readSecretFile } from '#persistence/configuration/read-secret-file';
import { refuseDevelopmentKeys } from '#persistence/configuration/refuse-development-keys';
import { createDatabase } from '#persistence/database';
import { createKeyedHashes } from '#persistence/secrets/keyed-hashes';
import { createSealedBox, parseKeyRing } from '#persistence/secrets/sealed-box';
import { readEnvironment } from '#process/read-environment';
import { blockedValue } from './blocked-value.js';

/** `config:apply [file]`: validates the file as a whole and appends it to Postgres, where running processes see it. */
const settings = readEnvironment(process.env, (read) => ({
  databaseUrl: read.text('DATABASE_URL'),
  rootSecret: read.text('GATEWAY_SECRET'),
  encryptionKeys: read.text('GATEWAY_ENCRYPTION_KEYS'),
  file: read.text('GATEWAY_CONFIG', 'config/gateway.yaml'),
  isProduction: read.text('NODE_ENV', 'development') === 'production',
}));
const file = process.argv[2] ?? settings.file;
const keyedHashes = createKeyedHashes(settings.rootSecret);
const reading = readConfiguration(await readFile(file, 'utf8'), {
  environment: process.env,
  readSecretFile,
  hashBlocked: (kind, text) => blockedValue(keyedHashes, kind, text),
  methods: [...new Set(catalogue.map((row) => row.code))],
  connectors: Object.keys(connectors),
});
if (reading.kind === 'refused') {
  console.error(`${file} is refused; nothing was changed:`);
  for (const mistake of reading.mistakes) console.error(`  ${describeMistake(mistake)}`);
  process.exit(1);
}
const { configuration } = reading;
if (settings.isProduction) refuseDevelopmentKeys(configuration);

const database = createDatabase({
  url: settings.databaseUrl,
  applicationName: 'gateway config',
  poolSize: 1,
});
await database.initialize();
try {
  const sealedBox = createSealedBox(parseKeyRing(settings.encryptionKeys));
  const { version, changed } = await applyConfiguration(database, sealedBox, {
    configuration,
    digest: configurationDigest(configuration),
    appliedBy: userInfo().username,
  });
  console.log(changed ? `Applied as version ${version}.` : `Version ${version} says the same already.`);
} finally {
  await database.destroy();
}
