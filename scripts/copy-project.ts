import {
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runToEnd } from './children.js';
import { Failure } from './failure.mjs';
import { root } from './paths.js';

/** Left out of copies: the history, running systems and their data. Packages are linked. */
const leftOut = new Set(['.git', '.data', 'node_modules']);

/**
 * A copy of the project as it is, compiled code included, that can be changed and run without touching the original.
 * It shares the packages, which stay unchanged. With `isToBuild` each is a hard link where the file system allows it: behind a
 * symbolic link the compiler would take them for new packages and compile everything again.
 * `purpose` is part of the folder's name.
 */
export function copyProject(
  purpose: string,
  { isToBuild = false }: { readonly isToBuild?: boolean } = {},
): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), `gateway-${purpose}-`));
  for (const name of readdirSync(root)) {
    if (!leftOut.has(name)) cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  sharePackages(folder, isToBuild);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * The project as it was at a commit or tag, installed and compiled, in a folder of its own. Its packages are ours where it has
 * the same lock file.
 */
export async function copyRelease(
  revision: string,
): Promise<{ readonly folder: string; readonly remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-release-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const run = async (complaint: string, directory: string, command: string, words: readonly string[]) => {
    const { code, output } = await runToEnd(command, words, { environment: process.env, directory });
    if (code !== 0) throw new Failure(complaint, output.trim().split('\n').slice(-linesMax));
  };
  try {
    const archive = join(folder, 'release.tar');
    const words = ['archive', '--output', archive, revision];
    await run(`There is no release ${revision}.`, root, 'git', words);
    await run(`Release ${revision} could not be unpacked.`, folder, 'tar', ['-xf', archive]);
    rmSync(archive);
    const lock = 'package-lock.json';
    const isOurs = readFileSync(join(folder, lock), 'utf8') === readFileSync(join(root, lock), 'utf8');
    if (isOurs) sharePackages(folder, true);
    else await run(`The packages of ${revision} could not be installed.`, folder, 'npm', ['ci']);
    await run(`Release ${revision} does not compile.`, folder, 'npm', ['run', 'build']);
    return { folder, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

const linesMax = 10;

function sharePackages(folder: string, isToBuild: boolean): void {
  const [from, to] = [join(root, 'node_modules'), join(folder, 'node_modules')];
  try {
    if (isToBuild) return linkTree(from, to);
  } catch {
    // Another file system, or one without hard links.
    rmSync(to, { recursive: true, force: true });
  }
  symlinkSync(from, to);
}

function linkTree(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    // Caches of tools are written to.
    if (entry.name.startsWith('.vite') || entry.name === '.cache') continue;
    if (entry.isDirectory()) linkTree(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkSync(source, target);
  }
}
