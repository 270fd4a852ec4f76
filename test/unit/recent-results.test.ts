import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesThatFailed, keepResults } from '../stack/recent-results.js';

let folder: string;
let store: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recent-results-'));
  store = join(folder, 'data', 'test-results.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const failing = () => filesThatFailed(store, 'test/release');

describe('files that failed lately', () => {
  it('are those of the folder with a failure, and none before the first run', () => {
    expect(failing()).toEqual([]);
    keepResults(store, {
      'test/release/b.test.ts': false,
      'test/release/a.test.ts': true,
      'test/system/c.test.ts': false,
    });
    expect(failing()).toEqual(['test/release/b.test.ts']);
  });

  it('are forgotten after ten runs without a failure', () => {
    keepResults(store, { 'test/release/b.test.ts': false });
    for (let run = 1; run < 10; run += 1) keepResults(store, { 'test/release/b.test.ts': true });
    expect(failing()).toEqual(['test/release/b.test.ts']);
    keepResults(store, { 'test/release/b.test.ts': true });
    expect(failing()).toEqual([]);
  });

  it('are forgotten where the store is damaged', () => {
    keepResults(store, { 'test/release/b.test.ts': false });
    writeFileSync(store, '{');
    expect(failing()).toEqual([]);
  });
});
