import { describeMistake } from '#configuration/mistake';
import { refuseInProduction } from '#persistence/configuration/refuse-in-production';
import { createDatabase } from '#persistence/database';
import { createEnvelopeCipher, parseKeyRing } from '#persistence/secrets/envelope-cipher';
import { keyRingProblem, rootSecretProblem } from '#persistence/secrets/check-secrets';
import { readEnvironment } from '#runtime/read-environment';
import { describeChanges } from './configuration/describe-changes.js';
import { readConfigurationFile } from './configuration/read-configuration-file.js';
import { riskHashesOf } from './blocklist/risk-hashes-of.js';

/**
 * `config:diff [file]`: shows what applying the file would change, and changes nothing. Exit code 0: no difference, 1:
 * differences, 2: the file would be refused or could not be compared.
 */
const exitCodes = { same: 0, different: 1, trouble: 2 } as const;

process.exitCode = await compare().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : 'unknown');
  return exitCodes.trouble;
});

async function compare(): Promise<number> {
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
  if (reading.kind === 'refused') {
    console.error(`${file} would be refused:`);
    for (const mistake of reading.mistakes) console.error(`  ${describeMistake(mistake)}`);
    return exitCodes.trouble;
  }
  const { configuration } = reading;
  if (settings.isProduction) refuseInProduction(configuration, settings);

  const database = createDatabase({
    url: settings.databaseUrl,
    applicationName: 'gateway config',
    poolSize: 1,
  });
  await database.initialize();
  try {
    const cipher = createEnvelopeCipher(parseKeyRing(settings.encryptionKeys));
    const { lines, isDifferent } = await describeChanges(database, cipher, configuration);
    console.log(lines.join('\n'));
    return isDifferent ? exitCodes.different : exitCodes.same;
  } finally {
    await database.destroy();
  }
}
