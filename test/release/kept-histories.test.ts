import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/paths.js';
import { readReleases } from '../../scripts/releases.js';
import { replayHistories } from '../replay/replay-release.js';

/**
 * Goal: transactions that a released build has begun go on with this one. Method: this build's workflows replay the histories
 * that each release of `releases.json` keeps in its own commit.
 */
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gateway-histories-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('histories of a release replay with the workflows of this build', () => {
  it.for(readReleases())('$version', async ({ version, revision }, { skip }) => {
    const { exitCode } = await execa('git', ['cat-file', '-e', revision], { cwd: root, reject: false });
    skip(exitCode !== 0, 'this copy of the repository does not have its commit');
    const kept = join(folder, version);
    await execa('mkdir', [kept]);
    const { stdout } = await execa('git', ['archive', revision, 'test/replay'], {
      cwd: root,
      encoding: 'buffer',
    });
    await execa('tar', ['-xC', kept], { input: stdout });
    const { histories, stuck } = await replayHistories(kept, root);
    expect(stuck).toEqual([]);
    expect(histories).toBeGreaterThan(30);
  });
});
