import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A secret that must not be found, and every way it may be hidden in plain sight. */
export type Needle = { readonly name: string; readonly pattern: RegExp };

/** Long enough not to turn up by chance: sought as it is, without regard to case, in hex and at any place of base64. */
export function needle(name: string, secret: string): Needle {
  const spellings = [secret, ...[secret, secret.toUpperCase()].flatMap(encodings)];
  return { name, pattern: new RegExp(spellings.map(escapePattern).join('|'), 'i') };
}

/** Too short for that: sought as a word of its own. */
export function shortNeedle(name: string, secret: string): Needle {
  return { name, pattern: new RegExp(`(?<![\\w+/=.-])${escapePattern(secret)}(?![\\w+/=-])`) };
}

/** Names of the needles in the text. */
export function found(needles: readonly Needle[], text: string): readonly string[] {
  return needles.filter(({ pattern }) => pattern.test(text)).map(({ name }) => name);
}

/** Every file below the directory that holds a needle, with its name. */
export async function foundInFiles(
  needles: readonly Needle[],
  directory: string,
  isLookedAt: (path: string) => boolean = () => true,
): Promise<{ readonly hits: readonly string[]; readonly files: number }> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(isLookedAt);
  const hits: string[] = [];
  for (const path of paths) {
    // A file that the database has removed meanwhile holds nothing.
    const text = await readFile(path, 'latin1').catch(() => '');
    hits.push(...found(needles, text).map((name) => `${name} in ${path}`));
  }
  return { hits, files: paths.length };
}

function encodings(secret: string): readonly string[] {
  const inBase64 = [0, 1, 2].map((shift) => {
    const encoded = Buffer.from(`${'\0'.repeat(shift)}${secret}`)
      .toString('base64')
      .replace(/=+$/, '');
    // The first and the last characters depend on the neighbours.
    return encoded.slice(shift === 0 ? 0 : shift + 1, -1);
  });
  return [Buffer.from(secret).toString('hex'), ...inBase64];
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
}
