import { createDatabase } from '#persistence/database';
import { createEnvelopeCipher, parseKeyRing } from '#persistence/secrets/envelope-cipher';
import { keyRingProblem } from '#persistence/secrets/check-secrets';
import { readEnvironment } from '#runtime/read-environment';
import { changeKeys } from './keys/change-keys.js';
import { keyUsage, readKeyArguments, type KeyArguments } from './keys/read-key-arguments.js';
import { findOperatorProblem, operatorName } from './operator/operator-name.js';

/** `keys create|rotate|revoke|list`. A secret is shown only once, when its key is created. */
const settings = readEnvironment(process.env, (read) => ({
  databaseUrl: read.text('DATABASE_URL'),
  encryptionKeys: read.strict('GATEWAY_ENCRYPTION_KEYS', keyRingProblem),
  isProduction: read.isProduction(),
}));
const wanted = readWords();
const database = createDatabase({
  url: settings.databaseUrl,
  applicationName: 'gateway keys',
  poolSize: 1,
});
await database.initialize();
try {
  const operator = operatorName(process.env);
  const problem = wanted.command === 'list' ? undefined : await findOperatorProblem(database, operator);
  if (problem !== undefined) throw new Error(`GATEWAY_OPERATOR: ${problem}`);
  const lines = await changeKeys(wanted, {
    database,
    cipher: createEnvelopeCipher(parseKeyRing(settings.encryptionKeys)),
    environment: settings.isProduction ? 'live' : 'test',
    operator,
    now: new Date(),
  });
  console.log(lines.join('\n'));
} catch (error) {
  console.error(error instanceof Error ? error.message : 'unknown');
  process.exitCode = 1;
} finally {
  await database.destroy();
}

function readWords(): KeyArguments {
  try {
    return readKeyArguments(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : 'unknown');
    for (const line of keyUsage) console.error(`  ${line}`);
    process.exit(1);
  }
}
