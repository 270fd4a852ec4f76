import { describeMistake } from '#persistence/configuration/mistake';
import { refuseDevelopmentKeys } from '#persistence/configuration/refuse-development-keys';
import { createDatabase } from '#persistence/database';
import { createSealedBox, parseKeyRing } from '#persistence/secrets/sealed-box';
import { readEnvironment } from '#process/read-environment';
import { describeChanges } from './configuration/describe-changes.js';
import { readConfigurationFile } from './configuration/read-configuration-file.js';
import { riskHashesOf } from './risk-hashes-of.js';

/**
 * `config:diff [file]`: what applying the file would change; changes nothing. Exit code 0: nothing, 1: something, 2: the
 * file would be refused, or it could not be compared.
 */
const exitCodes = { same: 0, different: 1, trouble: 2 } as const;

process.exitCode = await compare().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : 'unknown');
  return exitCodes.trouble;
});

async function compare(): Promise<number> {
  const settings = readEnvironment(process.env, (read) => ({
    databaseUrl: read.text('DATABASE_URL'),
    rootSecret: read.text('GATEWAY_SECRET'),
    fingerprintKeys: read.text('GATEWAY_FINGERPRINT_KEYS'),
    encryptionKeys: read.text('GATEWAY_ENCRYPTION_KEYS'),
    file: read.text('GATEWAY_CONFIG', 'config/gateway.yaml'),
    isProduction: read.text('NODE_ENV', 'development') === 'production',
  }));
  const file = process.argv[2] ?? settings.file;
  const reading = await readConfigurationFile(file, riskHashesOf(settings));
  if (reading.kind === 'refused') {
    console.error(`${file} would be refused:`);
    for (const mistake of reading.mistakes) console.error(`  ${describeMistake(mistake)}`);
    return exitCodes.trouble;
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
    const box = createSealedBox(parseKeyRing(settings.encryptionKeys));
    const { lines, isDifferent } = await describeChanges(database, box, configuration);
    console.log(lines.join('\n'));
    return isDifferent ? exitCodes.different : exitCodes.same;
  } finally {
    await database.destroy();
  }
}
