import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { readExactInstant, roundUp } from '#domain/values/calendar';
import { readAuditLines } from '#persistence/audit/audit-log';
import { createDatabase } from '#persistence/database';
import { readEnvironment } from '#runtime/read-environment';

/** `audit:export [--from 2026-01-01T00:00:00Z] [--to …]`: the audit log of that time as JSON lines, the oldest first. */
const settings = readEnvironment(process.env, (read) => ({ databaseUrl: read.text('DATABASE_URL') }));
const { values } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } });
const range = { from: readBound('from'), to: readBound('to') };
const database = createDatabase({
  url: settings.databaseUrl,
  applicationName: 'gateway audit',
  poolSize: 1,
});
await database.initialize();
try {
  for await (const line of readAuditLines(database, range)) {
    if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
  }
} finally {
  await database.destroy();
}

function readBound(name: 'from' | 'to'): Date | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  const instant = readExactInstant(text);
  if (instant !== undefined) return roundUp(instant);
  console.error(`--${name} must be an instant such as 2026-01-31T12:00:00Z.`);
  return process.exit(1);
}
