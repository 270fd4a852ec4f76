import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * Goal: a reader of `docs/tour-of-the-code.md` finds every file that it names, its paths get no longer, and nothing is
 * left out of them in silence: what a file on a path calls is on a path as well, or named by its subject.
 * Method: its tables, which are kept by hand, are held against the imports of the files. A limit is lowered when a path
 * gets shorter, never raised.
 */
const tour = readFileSync('docs/tour-of-the-code.md', 'utf8');
const limits: Readonly<Record<string, number>> = {
  'From the request to the answer': 14,
  "From the provider's callback to the merchant's": 8,
  'A payout without a bank code': 5,
  'An unknown outcome': 8,
};
const texts = tour
  .split(/^## /m)
  .slice(1)
  .map((text) => ({ title: text.slice(0, text.indexOf('\n')), text }));
const sections = texts
  .map(({ title, text }) => ({
    title,
    files: [...text.matchAll(/^\| `([^`]+)`/gm)].flatMap(([, path]) => path ?? []),
  }))
  .filter(({ files }) => files.length > 0);
const onPath = new Set(sections.flatMap(({ files }) => files));
const beside = [
  ...(texts.find(({ title }) => title === 'What these files use')?.text ?? '').matchAll(
    /`((?:apps|libs)\/[^`]+)`/g,
  ),
].flatMap(([, pattern = '']) => expand(pattern));
const used = [...onPath].flatMap((file) => calledBy(file).map((target) => ({ file, target })));

describe('the tour of the code', () => {
  it('has a table for each path with a limit', () => {
    expect(sections.map(({ title }) => title)).toEqual(Object.keys(limits));
  });

  it.each(sections)('$title: names each file once, and no more than its limit', ({ title, files }) => {
    expect(files).toEqual([...new Set(files)]);
    expect(files.length).toBeLessThanOrEqual(limits[title] ?? 0);
  });

  it('names files that exist', () => {
    const named = [...tour.matchAll(/`((?:apps|libs|test)\/[^`*{]+)`/g)].flatMap(([, path]) => path ?? []);
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });

  it.each([...onPath])('%s calls what is on a path, or named by its subject', (path) => {
    const targets = used.filter(({ file }) => file === path).map(({ target }) => target);
    expect(targets.filter((target) => !onPath.has(target) && !isBeside(target))).toEqual([]);
  });

  it('names no subject that no path uses', () => {
    const unused = beside.filter((pattern) => !used.some(({ target }) => isMeant(pattern, target)));
    expect(unused).toEqual([]);
  });

  it('names four files of the api for a create call', () => {
    const [path] = sections;
    expect(path?.files.filter((file) => file.startsWith('apps/api/'))).toHaveLength(4);
  });
});

function isBeside(target: string): boolean {
  return beside.some((pattern) => isMeant(pattern, target));
}

/** `folder/{one,other}.ts` is `folder/one.ts` and `folder/other.ts`. */
function expand(pattern: string): string[] {
  const [, before = '', names, after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(pattern) ?? [];
  return names === undefined ? [pattern] : names.split(',').map((name) => before + name + after);
}

/** `folder/*` is each file in it, but for those in folders below. */
function isMeant(pattern: string, target: string): boolean {
  return pattern.endsWith('/*') ? dirname(target) === pattern.slice(0, -2) : target === pattern;
}

/** Our own files of which it imports more than types. */
function calledBy(path: string): string[] {
  const statements = readFileSync(path, 'utf8').matchAll(
    /^import\s+(?!type\s)([^;]*?)\s+from\s+'([#.][^']+)'/gms,
  );
  return [...statements]
    .filter(([, names = '']) => /[{,]\s*(?!type\s)\w/.test(names) || !names.startsWith('{'))
    .map(([, , from = '']) =>
      from.startsWith('#')
        ? `libs/${from.slice(1)}.ts`
        : normalize(join(dirname(path), from)).replace(/\.js$/, '.ts'),
    );
}
