import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

/** A temporary folder for one test file; writes a file into it and returns the path. */
export function ownFolder(): (name: string, text: string) => string {
  let directory = '';
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'gateway-test-'));
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  return (name, text) => {
    const path = join(directory, name);
    writeFileSync(path, text);
    return path;
  };
}
