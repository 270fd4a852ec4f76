import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Client } from 'pg';
import { copyOut } from './copy-out.js';

/** The manifest of an export, a separate file beside it: written only after the export was read back. */
export type Manifest = {
  readonly table: string;
  readonly part: string;
  /** Of the CSV without compression. */
  readonly sha256: string;
  readonly rows: number;
  readonly exportedAt: string;
  readonly exportedBy: string;
};

const owner = { mode: 0o600 };
const [quote, newLine] = [0x22, 0x0a];

const exportFile = (folder: string, part: string) => join(folder, `${part}.csv.gz`);
const manifestFile = (folder: string, part: string) => join(folder, `${part}.json`);

/** Only the owner creates the folder: if a disk is not mounted or a name is mistyped, the only copy would lie elsewhere. */
export async function requireFolder(folder: string): Promise<void> {
  const probe = join(folder, '.writable');
  try {
    await writeFile(probe, '', owner);
    await rm(probe);
  } catch (error) {
    throw new Error(
      existsSync(folder)
        ? `Nothing can be written into ${folder}: ${error instanceof Error ? error.message : 'unknown'}`
        : `There is no folder ${folder}: make it, or mount the disk that it lies on.`,
      { cause: error },
    );
  }
}

/**
 * Writes a part into a file, synced to the disk, and returns the content of its manifest. An interrupted export is written
 * again. An existing export must have been set aside first.
 */
export async function writeExport(
  client: Client,
  { table, part, folder, by }: { table: string; part: string; folder: string; by: string },
): Promise<Manifest> {
  const file = exportFile(folder, part);
  const partial = `${file}.partial`;
  await rm(partial, { force: true });
  const sent = createHash('sha256');
  const { bytes, rowCount } = copyOut(client, part);
  const hashing = new Transform({
    transform(chunk: Buffer, _, done) {
      sent.update(chunk);
      done(undefined, chunk);
    },
  });
  try {
    // Of its own: the job of another database may write there as well.
    const target = createWriteStream(partial, { ...owner, flags: 'wx' });
    await pipeline(bytes, hashing, createGzip({ level: 4 }), target);
    await keep(file, folder);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  const rows = await rowCount;
  const exportedAt = new Date().toISOString();
  return { table, part, sha256: sent.digest('hex'), rows, exportedAt, exportedBy: by };
}

/**
 * Reads the file back and compares bytes and number of rows with what Postgres has sent. Only then the manifest is written.
 */
export async function proveExport(folder: string, manifest: Manifest): Promise<void> {
  const { part, rows, sha256 } = manifest;
  const file = exportFile(folder, part);
  const found = await readBack(file);
  if (found.sha256 !== sha256 || found.rows !== rows)
    throw new Error(
      `${file} has ${found.rows} rows and the hash ${found.sha256}, where Postgres sent ${rows} and ${sha256}`,
    );
  await writeFile(`${manifestFile(folder, part)}.partial`, `${JSON.stringify(manifest, null, 2)}\n`, owner);
  await keep(manifestFile(folder, part), folder);
}

/** SHA-256 of the CSV that an export of the part would have now. */
export async function hashPart(client: Client, part: string): Promise<string> {
  const hash = createHash('sha256');
  const { bytes, rowCount } = copyOut(client, part);
  for await (const chunk of bytes) hash.update(chunk as Buffer);
  await rowCount;
  return hash.digest('hex');
}

/** The manifest of a complete export, which was read back again and matches it. */
export async function findExport(folder: string, part: string): Promise<Manifest | undefined> {
  const manifest = await readManifest(folder, part);
  if (!manifest) return undefined;
  const found = await readBack(exportFile(folder, part)).catch(() => undefined);
  return found?.sha256 === manifest.sha256 && found.rows === manifest.rows ? manifest : undefined;
}

/**
 * Gives the export of the name that is there another one, by its hash, which the audit log of its database has, and returns
 * that. It may be the only copy of another database's month, or of what this one had before it was restored.
 */
export async function setAside(folder: string, part: string): Promise<string | undefined> {
  const manifest = await readManifest(folder, part);
  if (!manifest) return undefined;
  const name = `${part}.${manifest.sha256.slice(0, 12)}`;
  // The manifest last: a job that is killed before it starts again.
  for (const fileOf of [exportFile, manifestFile])
    if (existsSync(fileOf(folder, part))) await rename(fileOf(folder, part), fileOf(folder, name));
  await flush(folder);
  return name;
}

async function readManifest(folder: string, part: string): Promise<Manifest | undefined> {
  const file = manifestFile(folder, part);
  if (!existsSync(file)) return undefined;
  try {
    const manifest = JSON.parse(await readFile(file, 'utf8')) as Manifest;
    if (/^[0-9a-f]{64}$/.test(manifest.sha256)) return manifest;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new Error(`${file} does not say what ${part}.csv.gz is: move both away.`);
}

/** From its name while it is written to its own, with all that stands in it on the disk. */
async function keep(file: string, folder: string): Promise<void> {
  await flush(`${file}.partial`);
  await rename(`${file}.partial`, file);
  await flush(folder);
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function readBack(file: string): Promise<Pick<Manifest, 'sha256' | 'rows'>> {
  const hash = createHash('sha256');
  let lines = 0;
  let isQuoted = false;
  await pipeline(createReadStream(file), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      hash.update(chunk);
      for (const byte of chunk) {
        if (byte === quote) isQuoted = !isQuoted;
        else if (byte === newLine && !isQuoted) lines += 1;
      }
    }
  });
  // The first line names the columns.
  return { sha256: hash.digest('hex'), rows: lines - 1 };
}
