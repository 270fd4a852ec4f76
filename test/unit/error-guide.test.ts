import { expect, it } from 'vitest';
import { errorCatalogue, errorOf, type ErrorKey } from '#domain/errors/error-catalogue';
import { errorGuide } from '../../apps/api/src/docs/error-guide.js';

it('has a distinct line for every condition', () => {
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
