import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { expect, it } from 'vitest';
import { errorCatalogue, errorOf, type ErrorKey } from '#domain/errors/error-catalogue';
import { errorGuide } from '../../apps/api/src/docs/error-guide.js';

const copy = 'docs/errors.md';

it('the list of errors is the one that is checked in', async () => {
  const text = await format(errorGuide(), { ...(await resolveConfig(copy)), filepath: copy });
  if (process.env['WRITE_ERRORS']) writeFileSync(copy, text);
  if (readFileSync(copy, 'utf8') === text) return;
  expect.fail(`${copy} is not what the catalogue says. Run \`npm run errors:write\` and commit the file.`);
});

it('has a line for every condition, told apart from all others', () => {
  const lines = errorGuide()
    .split('\n')
    .filter((line) => /^\| \d/.test(line));
  const keys = Object.keys(errorCatalogue) as ErrorKey[];
  expect(lines).toHaveLength(keys.length);
  expect(new Set(lines).size).toBe(keys.length);
  for (const key of keys) {
    const { code, reason } = errorOf(key);
    expect(lines.some((line) => line.startsWith(`| ${code} | ${reason} |`))).toBe(true);
  }
});
