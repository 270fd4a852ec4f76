import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Configuration } from '#domain/configuration/configuration';
import { StatementRefused } from '#domain/statements/statement-refused';
import { readBankFile, readMidFile } from '#gateway/statements/read-statement';
import type { Database } from '#persistence/database';
import { importStatement } from '#persistence/statements/import-statement';
import { reconcileTerms } from '#persistence/statements/reconcile-terms';
import type { Imported } from '#persistence/statements/statement-import';
import type { Logger } from '#runtime/create-log';
import type { ReachFinance } from './reach-finance.js';

/** A file that has not changed for this long is complete. */
const quietMs = 60_000;
/** Stands in the record of an import in place of a person. */
const importedBy = 'folder';

type Watched = { readonly mid: string } | { readonly bank: string };

export type FolderDependencies = {
  readonly reachFinance: ReachFinance;
  readonly configuration: () => Configuration;
  readonly log: Logger;
};

/**
 * Imports the files that lie in the folders of the configuration (`statement: { source: folder }`, contract §16.2), the oldest name
 * first, and leaves them where they are. A file is read once, and again after it has changed or the process was restarted: what was
 * imported before adds nothing. A file that is refused is logged, and does not hold up the others. A turn throws `StatementsClosed`
 * if there is a file and statements cannot be written.
 */
export function createFolderWatch({
  reachFinance,
  configuration,
  log,
}: FolderDependencies): () => Promise<void> {
  const seen = new Set<string>();
  const unreadable = new Set<string>();
  return async () => {
    for (const [of, folder] of foldersOf(configuration())) {
      const files = await filesIn(folder);
      if (files instanceof Error) {
        if (!unreadable.has(folder))
          log.error({ ...of, error: files.message }, 'the folder of statements cannot be read');
        unreadable.add(folder);
        continue;
      }
      unreadable.delete(folder);
      for (const { name, path, mark } of files) {
        if (seen.has(mark)) continue;
        const importing = { finance: await reachFinance(), configuration, log };
        if (await isDone(importing, of, { name, path })) seen.add(mark);
      }
    }
  };
}

/** False: it is tried again. */
async function isDone(
  { finance, configuration, log }: Omit<FolderDependencies, 'reachFinance'> & { readonly finance: Database },
  of: Watched,
  { name, path }: { readonly name: string; readonly path: string },
): Promise<boolean> {
  try {
    const { lines, newLines, differences } = await importFile(finance, configuration(), of, { name, path });
    log.info({ ...of, file: name, lines, newLines, differences }, 'a statement is imported');
    return true;
  } catch (error) {
    if (error instanceof StatementRefused) {
      log.error({ ...of, file: name, reason: error.message }, 'a statement is refused');
      return true;
    }
    log.warn(
      { ...of, file: name, error: error instanceof Error ? error.message : 'unknown' },
      'a statement could not be imported; it will be retried',
    );
    return false;
  }
}

function importFile(
  finance: Database,
  configuration: Configuration,
  of: Watched,
  { name, path }: { readonly name: string; readonly path: string },
): Promise<Imported> {
  const common = { way: 'folder', name, importedBy, terms: reconcileTerms(configuration, of) } as const;
  return 'mid' in of
    ? importStatement(finance, {
        ...common,
        source: 'provider',
        account: of.mid,
        read: (take) =>
          readMidFile(configuration, { mid: of.mid, name, bytes: createReadStream(path) }, take),
      })
    : importStatement(finance, {
        ...common,
        source: 'bank',
        account: of.bank,
        read: (take) => readBankFile(configuration, { bank: of.bank, bytes: createReadStream(path) }, take),
      });
}

function foldersOf({ mids, bankAccounts = {} }: Configuration): readonly (readonly [Watched, string])[] {
  const all = [
    ...Object.entries(mids).map(([mid, { statement }]) => [{ mid }, statement] as const),
    ...Object.entries(bankAccounts).map(([bank, { statement }]) => [{ bank }, statement] as const),
  ];
  return all.flatMap(([of, statement]) =>
    statement?.source === 'folder' && statement.folder !== undefined ? [[of, statement.folder] as const] : [],
  );
}

type Found = { readonly name: string; readonly path: string; readonly mark: string };

async function filesIn(folder: string): Promise<readonly Found[] | Error> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    const names = entries
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map(({ name }) => name);
    const found: Found[] = [];
    for (const name of names.toSorted()) {
      const path = join(folder, name);
      const { size, mtimeMs } = await stat(path);
      if (Date.now() - mtimeMs >= quietMs) found.push({ name, path, mark: `${path} ${size} ${mtimeMs}` });
    }
    return found;
  } catch (error) {
    return error instanceof Error ? error : new Error('unknown');
  }
}
