import { userInfo } from 'node:os';
import { createDatabase } from '#persistence/database';
import { readEnvironment } from '#runtime/read-environment';
import { blocklistUsage, readBlocklistCommand } from './blocklist/read-blocklist-command.js';
import { runBlocklist } from './blocklist/run-blocklist.js';
import { riskHashesOf } from './blocklist/risk-hashes-of.js';

/** `blocklist add|remove|list`: running processes see a change within a second. */
const command = readCommand();
const settings = readEnvironment(process.env, (read) => ({
  databaseUrl: read.text('DATABASE_URL'),
  rootSecret: read.text('GATEWAY_SECRET'),
  fingerprintKeys: read.text('GATEWAY_FINGERPRINT_KEYS'),
}));
const database = createDatabase({
  url: settings.databaseUrl,
  applicationName: 'gateway blocklist',
  poolSize: 1,
});
await database.initialize();
try {
  await runBlocklist(
    {
      database,
      riskHashes: riskHashesOf(settings),
      user: userInfo().username,
      say: (line) => console.log(line),
    },
    command,
  );
} catch (error) {
  // The message only: a failed statement may contain personal data.
  console.error(error instanceof Error ? error.message : 'unknown error');
  process.exitCode = 1;
} finally {
  await database.destroy();
}

function readCommand() {
  try {
    return readBlocklistCommand(process.argv.slice(2), new Date());
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : 'unknown error'}\n${blocklistUsage}`);
    return process.exit(1);
  }
}
