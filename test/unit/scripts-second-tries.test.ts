import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { countSecondTries, describeTries } from '../../scripts/commands/second-tries.js';

let folder: string;
let store: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'second-tries-'));
  store = join(folder, 'data', 'second-tries.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('second tries of test files', () => {
  it('are counted over runs, the most frequent first', () => {
    countSecondTries(store, ['a.test.ts']);
    const tries = countSecondTries(store, ['b.test.ts', 'a.test.ts']);
    expect(tries).toEqual({ 'a.test.ts': 2, 'b.test.ts': 1 });
    expect(describeTries(tries)).toBe('a.test.ts 2, b.test.ts 1');
  });

  it('are counted anew where the file is damaged', () => {
    countSecondTries(store, ['a.test.ts']);
    writeFileSync(store, '{');
    expect(countSecondTries(store, ['a.test.ts'])).toEqual({ 'a.test.ts': 1 });
  });
});
