import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canary } from './plan-traffic.js';

/**
 * Files below the folder that hold the canary card in any of its spellings: logs, the database's own files, the
 * server's file of histories, the sandbox's journals. A code of three digits is only telling next to its name.
 */
export async function findCanaries(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    // A server that runs makes and removes files meanwhile.
    const content = await readFile(path).catch(() => Buffer.alloc(0));
    if (spellings.some((spelling) => content.includes(spelling)))
      found.push(path.slice(directory.length + 1));
  }
  return found;
}

const spellings = [
  canary.pan,
  Buffer.from(canary.pan).toString('hex'),
  Buffer.from(canary.pan).toString('base64'),
  `"cvv":"${canary.cvv}"`,
  `"cvv": "${canary.cvv}"`,
  `cvv=${canary.cvv}`,
];
