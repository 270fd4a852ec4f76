import { appendFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openAppendOnlyFile } from './append-only-file.js';

it('keeps every line for the next start and cuts off the one torn by a crash', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'sandbox-')), 'deep', 'journal.ndjson');
  const first = openAppendOnlyFile<{ n: number }>(path);
  first.append({ n: 1 });
  first.append({ n: 2 });
  appendFileSync(path, '{"n":3');

  const second = openAppendOnlyFile<{ n: number }>(path);
  second.append({ n: 4 });
  expect(second.lines).toEqual([{ n: 1 }, { n: 2 }]);
  expect(readFileSync(path, 'utf8')).toBe('{"n":1}\n{"n":2}\n{"n":4}\n');
});
