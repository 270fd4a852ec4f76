import {
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { root } from './paths.js';

/** What a copy does without: history, running systems and their data. Packages are linked. */
const leftOut = new Set(['.git', '.data', 'node_modules']);

/**
 * A copy of the project as it is, compiled code included, that can be changed and run without touching the original.
 * It shares the packages, which nothing writes to. With `isToBuild` each is a hard link where the file system allows it:
 * behind a symbolic link the compiler would take them for others than it knows, and compile everything anew.
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
