import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSecretFile } from './parse-yaml.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secret-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function readBack(content: string): Promise<string | undefined> {
  const path = join(folder, 'secret');
  await writeFile(path, content);
  return readSecretFile(path);
}

it.each([
  ['canary', 'canary'],
  ['canary\n', 'canary'],
  ['canary\r\n', 'canary'],
  [' two\nlines \n\n', ' two\nlines \n'],
  ['', ''],
])('%j is read as %j: one line end is not part of the secret', async (content, secret) => {
  expect(await readBack(content)).toBe(secret);
});

it('nothing is read where there is no file, a folder, or something too large for a secret', async () => {
  expect(readSecretFile(join(folder, 'none'))).toBeUndefined();
  expect(readSecretFile(folder)).toBeUndefined();
  expect(await readBack('x'.repeat(64 * 1024 + 1))).toBeUndefined();
});
