import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Goal: what the runbook tells people to look for in the logs is what the processes write. */
const sources = ['apps', 'libs']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');

/** Messages with a part of their own are named up to it. */
const composed: Readonly<Record<string, string>> = {
  'answered 504, the payment continues': 'answered 504, the ${type} continues',
};

const table = (document: string, heading: string) =>
  readFileSync(document, 'utf8').split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';

const operations = [...table('docs/operations.md', 'Logs').matchAll(/^\| (`.*?)\s+\|/gm)].flatMap(
  ([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, message = '']) => message),
);
const fields = [
  ...table('docs/observability.md', 'Logs').matchAll(/^\| `([^`]+)`\s*\| (?:api|worker)/gm),
].map(([, message = '']) => message);

it('names some lines', () => {
  expect(operations.length).toBeGreaterThan(15);
  expect(fields.length).toBeGreaterThan(4);
});

it.each([...operations, ...fields].filter((message) => message !== 'payout'))(
  '%s is written somewhere',
  (message) => {
    expect(sources).toContain(composed[message] ?? message);
  },
);
