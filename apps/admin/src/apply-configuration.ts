import type { Configuration } from '#domain/configuration/configuration';
import { configurationDigest } from '#configuration/compare-configurations';
import { applyConfiguration } from '#persistence/configuration/configurations';
import { describeMistake } from '#configuration/mistake';
import { operatorProblem } from '#domain/configuration/operators';
import { findProductionFaults } from '#persistence/configuration/refuse-in-production';
import { createDatabase } from '#persistence/database';
import { resealKeys } from '#persistence/keys/sealed-key';
import { listKeys } from '#persistence/keys/manage-keys';
import { createEnvelopeCipher, parseKeyRing } from '#persistence/secrets/envelope-cipher';
import { keyRingProblem, rootSecretProblem } from '#persistence/secrets/check-secrets';
import { readEnvironment } from '#runtime/read-environment';
import { describeChanges } from './configuration/describe-changes.js';
import { checkKeys } from './configuration/check-keys.js';
import { readConfigurationFile } from './configuration/read-configuration-file.js';
import { operatorName } from './operator/operator-name.js';
import { riskHashesOf } from './blocklist/risk-hashes-of.js';

/** `config:apply [file]`: validates the file as a whole and stores it in Postgres, where running processes pick it up. */
const settings = readEnvironment(process.env, (read) => ({
  databaseUrl: read.text('DATABASE_URL'),
  rootSecret: read.strict('GATEWAY_SECRET', rootSecretProblem),
  fingerprintKeys: read.strict('GATEWAY_FINGERPRINT_KEYS', keyRingProblem),
  encryptionKeys: read.strict('GATEWAY_ENCRYPTION_KEYS', keyRingProblem),
  file: read.text('GATEWAY_CONFIG', 'config/gateway.yaml'),
  isProduction: read.isProduction(),
  allowsSandbox: read.flag('ALLOW_SANDBOX'),
}));
const file = process.argv[2] ?? settings.file;
const reading = await readConfigurationFile(file, riskHashesOf(settings));
if (reading.kind === 'refused') refuse(reading.mistakes.map(describeMistake));
const { configuration } = reading;
const faults = settings.isProduction ? findProductionFaults(configuration, settings) : [];
if (faults.length > 0) refuse(faults);
const appliedBy = operatorName(process.env);
// A deployment applies it as well, whom the configuration would not name.
const problem = operatorProblem(appliedBy, undefined);
if (problem !== undefined) refuse([`GATEWAY_OPERATOR: ${problem}`]);

const database = createDatabase({
  url: settings.databaseUrl,
  applicationName: 'gateway config',
  poolSize: 1,
});
await database.initialize();
try {
  const { mistakes, notes } = checkKeys(configuration, await listKeys(database, undefined), new Date());
  if (mistakes.length > 0) refuse(mistakes);
  const envelopeCipher = createEnvelopeCipher(parseKeyRing(settings.encryptionKeys));
  const changes = await changesBy(configuration);
  const { version, changed } = await applyConfiguration(database, envelopeCipher, {
    configuration,
    digest: configurationDigest(configuration),
    appliedBy,
  });
  if (changed) console.log([...changes, `Applied as version ${version}.`].join('\n'));
  else console.log(`Nothing to apply: version ${version} has the same content.`);
  const { resealed, unreadable } = await resealKeys(database, envelopeCipher);
  if (resealed > 0) console.log(`Stored keys re-encrypted with ${envelopeCipher.keyId}: ${resealed}.`);
  if (unreadable.length > 0)
    console.log(
      `Stored keys encrypted with a key that is missing from GATEWAY_ENCRYPTION_KEYS: ${unreadable.join(', ')}.`,
    );
  for (const note of notes) console.log(note);

  /** A version whose secrets cannot be decrypted any more must not block the next one. */
  async function changesBy(next: Configuration): Promise<readonly string[]> {
    return describeChanges(database, envelopeCipher, next).then(
      ({ lines }) => lines,
      () => ['The previous version cannot be decrypted with these keys, so the changes are not shown.'],
    );
  }
} finally {
  await database.destroy();
}

function refuse(mistakes: readonly string[]): never {
  console.error(`${file} was refused; nothing was changed:`);
  for (const mistake of mistakes) console.error(`  ${mistake}`);
  process.exit(1);
}
