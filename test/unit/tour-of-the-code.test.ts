import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/**
 * Goal: whoever reads `docs/tour-of-the-code.md` finds every file that it names, and its tables, which are kept by hand, get no longer.
 * Method: the tables of its sections are read and counted. A limit is lowered when a path gets shorter, never raised.
 */
const tour = readFileSync('docs/tour-of-the-code.md', 'utf8');
const limits: Readonly<Record<string, number>> = {
  'From the request to the answer': 14,
  "From the provider's callback to the merchant's": 11,
  'A payout without a bank code': 5,
  'An unknown outcome': 8,
};
const sections = tour
  .split(/^## /m)
  .slice(1)
  .map((text) => ({
    title: text.slice(0, text.indexOf('\n')),
    files: [...text.matchAll(/^\| `([^`]+)`/gm)].flatMap(([, path]) => path ?? []),
  }));

describe('the tour of the code', () => {
  it('has a table for each path with a limit', () => {
    const paths = sections.filter(({ files }) => files.length > 0).map(({ title }) => title);
    expect(paths).toEqual(Object.keys(limits));
  });

  it.each(sections)('$title: names each file once, and no more than its limit', ({ title, files }) => {
    expect(files).toEqual([...new Set(files)]);
    expect(files.length).toBeLessThanOrEqual(limits[title] ?? 0);
  });

  it('names files that exist', () => {
    const named = [...tour.matchAll(/`((?:apps|libs|test)\/[^`]+)`/g)].flatMap(([, path]) => path ?? []);
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('names four files of the api for a create call', () => {
    const [path] = sections;
    expect(path?.files.filter((file) => file.startsWith('apps/api/'))).toHaveLength(4);
  });
});
