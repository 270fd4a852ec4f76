import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { searchAttributes } from '#contracts/search-attributes';
import { readEnvironment } from '#runtime/read-environment';
import { readTemporalConnection } from '#runtime/temporal-connection';
import { ensureNamespace } from './temporal/ensure-namespace.js';
import { ensureSearchAttributes } from './temporal/ensure-search-attributes.js';

/**
 * Makes the namespace and what flows are found by in it, with a key that may do so; the processes' own may not. Safe to
 * repeat: what is there stays.
 */
const settings = readEnvironment(process.env, (read) => ({
  temporal: readTemporalConnection(process.env, read.isProduction()),
  retentionHours: read.number('TEMPORAL_RETENTION_HOURS', 720),
}));
const { namespace, options } = settings.temporal;
/** A namespace is new to a server for as long as it looks at a copy of the list. */
const newNamespaceSeconds = 30;

const connection = await Connection.connect(options).catch((error: unknown) =>
  fail(`Temporal cannot be reached at ${options.address}: ${wordsOf(error)}`),
);
try {
  const isNew = await ensureNamespace(connection, namespace, settings.retentionHours);
  const added = await patiently(isNew ? newNamespaceSeconds : 0, () =>
    ensureSearchAttributes(connection, namespace),
  );
  console.log(isNew ? `Namespace ${namespace} made.` : `Namespace ${namespace} is there.`);
  console.log(
    added.length > 0
      ? `Search attributes added: ${added.join(', ')}.`
      : 'Its search attributes are all there.',
  );
} catch (error) {
  const list = Object.values(searchAttributes).map(({ name, type }) => `${name} (${type.toLowerCase()})`);
  fail(
    `Temporal was not prepared: ${wordsOf(error)}. Where this key may not do it, as in Temporal Cloud, make the ` +
      `namespace ${namespace} and these search attributes by hand: ${list.join(', ')}.`,
  );
} finally {
  await connection.close();
}

async function patiently<Result>(seconds: number, work: () => Promise<Result>): Promise<Result> {
  for (let left = seconds; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left <= 0) throw error;
      await sleep(1_000);
    }
  }
}

/** The first line alone: what follows is for programmers. */
function wordsOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : 'unknown';
}

function fail(words: string): never {
  console.error(words);
  process.exit(1);
}
