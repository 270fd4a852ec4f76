import { readFileSync, statSync } from 'node:fs';

const bytesMax = 64 * 1024;

/** What a secret file holds, without the line end that editors leave; nothing for what is no readable file of a secret's size. */
export function readSecretFile(path: string): string | undefined {
  try {
    const found = statSync(path);
    if (!found.isFile() || found.size > bytesMax) return undefined;
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch {
    return undefined;
  }
}
