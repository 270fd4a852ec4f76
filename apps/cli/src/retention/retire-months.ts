import { loadNewestDocument } from '#persistence/configuration/configurations';
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
import type { Outcome } from '../command/declare.js';
import { sentenceOf, Trouble } from '../command/failures.js';
import { requirePlainName } from '../command/operator.js';
import { pathOfPerson, type Session } from '../command/session.js';

const patienceMs = 120_000;

/**
 * Exports the months of history that are older than `timing.retention.history`, reads each export back, takes the month
 * out of its table and drops it, as the owner of the tables. A month with something open stays, and with it the months
 * after it: these are its findings. Safe to be killed and run again.
 */
export async function retireMonths(
  session: Session,
  given: { readonly to: string; readonly dryRun: boolean; readonly operator: string },
): Promise<Outcome> {
  const { say } = session;
  const { operator, dryRun: isDry } = given;
  // Jobs run it too, and operations.operators names persons only.
  requirePlainName(operator, '--operator');
  const configuration = await loadNewestDocument(await session.openDatabase({ name: 'retention settings' }));
  const keptMs = configuration?.timing.retentionHistoryMs;
  if (keptMs === undefined) {
    say('History is kept for ever: the configuration has no timing.retention.history.');
    return { data: { left: [] } };
  }
  const folder = pathOfPerson(session, given.to);
  await requireFolder(folder);
  const { databaseUrl } = session.settings((read) => ({ databaseUrl: read.text('DATABASE_URL') }));
  const client = await openRetention(databaseUrl);
  try {
    const left = await retireAll(client, {
      before: new Date(Date.now() - keptMs),
      folder,
      operator,
      isDry,
      say,
    });
    return { data: { left }, hasFindings: left.length > 0 };
  } finally {
    await client.end();
  }
}

type Run = {
  readonly before: Date;
  readonly folder: string;
  readonly operator: string;
  readonly isDry: boolean;
  readonly say: Session['say'];
};

/** Returns the tables of which a month that is due has stayed. */
async function retireAll(client: Retention, run: Run): Promise<readonly string[]> {
  const { say } = run;
  for (const gone of await listDetached(client))
    if (run.isDry)
      say(`${gone.part} would be dropped: an earlier run took it out of its table, and did not drop it`);
    else await drop(client, gone, await exportOnce(client, gone, run), run);
  const held = new Set<string>();
  for (const due of await listDueParts(client, run.before)) {
    if (held.has(due.table)) continue;
    const open = await findOpen(client, due);
    if (open.length > 0) {
      held.add(due.table);
      say(`${due.part} and all later ones stay, because something is still open: ${open.join('; ')}`);
    } else if (run.isDry)
      say(`${due.part} would be exported and dropped: it ended ${due.until.toISOString()}`);
    else await retirePart(client, due, run);
  }
  return [...held];
}

type Gone = Pick<DuePart, 'table' | 'part'>;

async function retirePart(client: Retention, due: DuePart, run: Run): Promise<void> {
  const manifest = await exportOnce(client, due, run);
  await detachPart(client, due, stepOf(manifest, run), patienceMs);
  crashPoint('after detach');
  await drop(client, due, manifest, run);
}

/** Rows that arrived between the export and the end of the part are exported again. */
async function drop(client: Retention, due: Gone, exported: Manifest, run: Run): Promise<void> {
  let manifest = exported;
  let ended = await dropProven(client, due, manifest, run);
  if (ended === 'differs') {
    manifest = await exportAnew(client, due, run);
    ended = await dropProven(client, due, manifest, run);
  }
  if (ended === 'differs')
    throw new Trouble(`${due.part} and the export just made of it have different rows. It was not dropped.`);
  crashPoint('after drop');
  run.say(`${due.part}: ${manifest.rows} rows exported and dropped`);
}

/** Reads the file again before the drop: it may have been written long ago. */
async function dropProven(client: Retention, due: Gone, manifest: Manifest, run: Run) {
  const found = await findExport(run.folder, due.part);
  if (found?.sha256 !== manifest.sha256)
    throw new Trouble(
      `The export of ${due.part} in ${run.folder} has changed since it was written. Nothing was dropped.`,
    );
  return dropPart(client, due, stepOf(manifest, run));
}

/** Reuses the export of an earlier run only if it holds exactly these rows: the folder may hold one of another database. */
async function exportOnce(client: Retention, due: Gone, run: Run): Promise<Manifest> {
  const found = await findExport(run.folder, due.part);
  if (found && found.sha256 === (await hashPart(client, due.part))) return found;
  return exportAnew(client, due, run);
}

async function exportAnew(
  client: Retention,
  { table, part }: Gone,
  { folder, operator, say }: Run,
): Promise<Manifest> {
  const other = await setAside(folder, part);
  if (other !== undefined) say(`${part}: another export was there, and is now ${other}.csv.gz`);
  try {
    const manifest = await writeExport(client, { table, part, folder, by: operator });
    crashPoint('after export');
    await proveExport(folder, manifest);
    crashPoint('after proof');
    return manifest;
  } catch (error) {
    throw new Trouble(`${part} was not exported: ${sentenceOf(error)}. Nothing of it was dropped.`, {
      cause: error,
    });
  }
}

function stepOf({ rows, sha256 }: Manifest, { operator }: Run): Step {
  return { operator, rows, sha256 };
}
