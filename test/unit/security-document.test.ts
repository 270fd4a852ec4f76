import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { expect, it } from 'vitest';

/** Goal: docs/security.md promises nothing that no test shows. Method: each row of its threats names tests that exist. */
const shownBy = 2;

it('every answer to a threat names tests that exist', async () => {
  const document = await readFile('docs/security.md', 'utf8');
  const [, threats = ''] = document.split('## Threats');
  const rows = threats
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(shownBy)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  expect(rows.length).toBeGreaterThan(shownBy);
  const folders = await Promise.all(
    ['apps', 'libs', 'test'].map((folder) => readdir(folder, { recursive: true })),
  );
  const tests = new Set(folders.flat().map((file) => basename(file, '.test.ts')));
  const missing = rows.flatMap(([threat, , shown = '']) =>
    shown.split(', ').flatMap((name) => (tests.has(name) ? [] : [`${threat}: ${name}`])),
  );
  expect(missing).toEqual([]);
});
