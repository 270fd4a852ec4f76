import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder, without a separator at its end; this file lies there as source, and compiled below `dist`. */
export const root = folderOfPackage(dirname(fileURLToPath(import.meta.url)));

function folderOfPackage(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : folderOfPackage(dirname(folder));
}

/** A path inside the repository. */
export function inRepository(...parts: readonly string[]): string {
  return join(root, ...parts);
}

/** The folder of everything this machine keeps for a stack: cluster, logs, secrets. GATEWAY_DATA, or `.data`. */
export function dataDirectoryFrom(environment: NodeJS.ProcessEnv): string {
  return resolve(root, environment.GATEWAY_DATA || '.data');
}

/** A path as a person would type it from the working directory. */
export function shown(path: string): string {
  const short = relative(process.cwd(), path);
  return short === '' || short.startsWith('..') || isAbsolute(short) ? path : short;
}
