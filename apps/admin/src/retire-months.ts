import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadNewestDocument } from '#persistence/configuration/configurations';
import { createDatabase } from '#persistence/database';
import {
  findExport,
  hashPart,
  proveExport,
  requireFolder,
  setAside,
  writeExport,
  type Manifest,
} from '#persistence/months/export-part';
import {
  detachPart,
  dropPart,
  findOpen,
  listDetached,
  listDueParts,
  openRetention,
  type DuePart,
  type Retention,
  type Step,
} from '#persistence/months/retire-part';
import { crashPoint } from '#runtime/crash-point';
import { readEnvironment } from '#runtime/read-environment';
import { operatorProblem } from '#domain/configuration/operators';
import { operatorName } from './operator/operator-name.js';

/**
 * `retention --to FOLDER`: exports the months of history that are older than `timing.retention.history`, reads each export
 * back, takes the month out of its table and drops it, as the owner of the tables. A month with something open stays, and
 * with it those after it. Safe to be killed and run again. Exit code 0: nothing that is due is left, 1: something is, 2:
 * trouble.
 */
const exitCodes = { done: 0, left: 1, trouble: 2 } as const;
const patienceMs = 120_000;

process.exitCode = await retire().catch((error: unknown) => {
  console.error(reason(error));
  return exitCodes.trouble;
});

async function retire(): Promise<number> {
  const { databaseUrl } = readEnvironment(process.env, (read) => ({
    databaseUrl: read.text('DATABASE_URL'),
  }));
  const { values } = parseArgs({
    options: {
      to: { type: 'string', default: '' },
      'dry-run': { type: 'boolean', default: false },
      operator: { type: 'string', default: operatorName(process.env) },
    },
  });
  const operator = values.operator.trim();
  if (values.to.trim() === '' || operator === '')
    throw new Error('--to must name the folder for the exports, and --operator the person who makes them.');
  // Jobs run it, and the configuration's list of operators names persons only.
  const problem = operatorProblem(operator, undefined);
  if (problem !== undefined) throw new Error(`--operator: ${problem}`);
  const keptMs = await readKeptMs(databaseUrl);
  if (keptMs === undefined) {
    console.log('History is kept for ever: the configuration has no timing.retention.history.');
    return exitCodes.done;
  }
  const folder = resolve(process.env['INIT_CWD'] ?? '.', values.to);
  await requireFolder(folder);
  const client = await openRetention(databaseUrl);
  try {
    return await retireAll(client, {
      before: new Date(Date.now() - keptMs),
      folder,
      operator,
      isDry: values['dry-run'],
    });
  } finally {
    await client.end();
  }
}

type Run = {
  readonly before: Date;
  readonly folder: string;
  readonly operator: string;
  readonly isDry: boolean;
};

async function retireAll(client: Retention, run: Run): Promise<number> {
  for (const gone of await listDetached(client))
    if (run.isDry)
      console.log(
        `${gone.part} would be dropped: an earlier run took it out of its table, and did not drop it`,
      );
    else await drop(client, gone, await exportOnce(client, gone, run), run);
  const held = new Set<string>();
  for (const due of await listDueParts(client, run.before)) {
    if (held.has(due.table)) continue;
    const open = await findOpen(client, due);
    if (open.length > 0) {
      held.add(due.table);
      console.log(`${due.part} and all later ones stay, because something is still open: ${open.join('; ')}`);
    } else if (run.isDry)
      console.log(`${due.part} would be exported and dropped: it ended ${due.until.toISOString()}`);
    else await retirePart(client, due, run);
  }
  return held.size === 0 ? exitCodes.done : exitCodes.left;
}

type Gone = Pick<DuePart, 'table' | 'part'>;

async function retirePart(client: Retention, due: DuePart, run: Run): Promise<void> {
  const manifest = await exportOnce(client, due, run);
  await detachPart(client, due, stepOf(manifest, run), patienceMs);
  crashPoint('after detach');
  await drop(client, due, manifest, run);
}

/** What came between its export and its end is exported anew. */
async function drop(client: Retention, due: Gone, exported: Manifest, run: Run): Promise<void> {
  let manifest = exported;
  let ended = await dropProven(client, due, manifest, run);
  if (ended === 'differs') {
    manifest = await exportAnew(client, due, run);
    ended = await dropProven(client, due, manifest, run);
  }
  if (ended === 'differs')
    throw new Error(`${due.part} and the export just made of it have different rows. It was not dropped.`);
  crashPoint('after drop');
  console.log(`${due.part}: ${manifest.rows} rows exported and dropped`);
}

/** The file is read once more: it may be long since it was written. */
async function dropProven(client: Retention, due: Gone, manifest: Manifest, run: Run) {
  const found = await findExport(run.folder, due.part);
  if (found?.sha256 !== manifest.sha256)
    throw new Error(
      `The export of ${due.part} in ${run.folder} has changed since it was written. Nothing was dropped.`,
    );
  return dropPart(client, due, stepOf(manifest, run));
}

/** That of an earlier run, if it is whole and of these rows: the folder may hold that of another database. */
async function exportOnce(client: Retention, due: Gone, run: Run): Promise<Manifest> {
  const found = await findExport(run.folder, due.part);
  if (found && found.sha256 === (await hashPart(client, due.part))) return found;
  return exportAnew(client, due, run);
}

async function exportAnew(
  client: Retention,
  { table, part }: Gone,
  { folder, operator }: Run,
): Promise<Manifest> {
  const other = await setAside(folder, part);
  if (other !== undefined) console.log(`${part}: another export was there, and is now ${other}.csv.gz`);
  try {
    const manifest = await writeExport(client, { table, part, folder, by: operator });
    crashPoint('after export');
    await proveExport(folder, manifest);
    crashPoint('after proof');
    return manifest;
  } catch (error) {
    throw new Error(`${part} was not exported: ${reason(error)}. Nothing of it was dropped.`, {
      cause: error,
    });
  }
}

function stepOf({ rows, sha256 }: Manifest, { operator }: Run): Step {
  return { operator, rows, sha256 };
}

async function readKeptMs(url: string): Promise<number | undefined> {
  const database = createDatabase({ url, applicationName: 'gateway retention', poolSize: 1 });
  await database.initialize();
  try {
    return (await loadNewestDocument(database))?.timing.retentionHistoryMs;
  } finally {
    await database.destroy();
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}
