import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder, without a separator at its end. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * A path inside the repository.
 * @param {readonly string[]} parts
 */
export function inRepository(...parts) {
  return join(root, ...parts);
}

/**
 * The folder of everything this machine keeps for a stack: cluster, logs, secrets. GATEWAY_DATA, or `.data`.
 * @param {NodeJS.ProcessEnv} environment
 */
export function dataDirectoryFrom(environment) {
  return resolve(root, environment.GATEWAY_DATA || '.data');
}

/**
 * A path as a person would type it from the working directory.
 * @param {string} path
 */
export function shown(path) {
  const short = relative(process.cwd(), path);
  return short === '' || short.startsWith('..') || isAbsolute(short) ? path : short;
}
