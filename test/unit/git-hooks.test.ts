import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installHooks } from '../../scripts/bootstrap.mjs';

describe('the pre-push hook', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gateway-hooks-'));
    copyFileSync('package.json', join(folder, 'package.json'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is installed in a git repository and runs the checks', async () => {
    execFileSync('git', ['init', '--quiet'], { cwd: folder });
    await installHooks(folder);
    expect(readFileSync(join(folder, '.git/hooks/pre-push'), 'utf8')).toContain('npm run check');
  });

  it('is left out where there is no repository', async () => {
    await installHooks(folder);
    expect(existsSync(join(folder, '.git'))).toBe(false);
  });
});
