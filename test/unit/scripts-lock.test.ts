import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockHolder, tryLock, waitForLock } from '../../scripts/lock.mjs';

/** Goal: two runs never work at the same time, and one that was killed blocks no other. Method: real processes. */
const lockModule = new URL('../../scripts/lock.mjs', import.meta.url).href;
type Taker = { readonly pid: number | undefined; readonly said: string; kill(): Promise<unknown> };

let directory: string;
let file: string;
let takers: Taker[];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'gateway-lock-'));
  file = join(directory, 'some.lock');
  takers = [];
});
afterEach(async () => {
  await Promise.all(takers.map((taker) => taker.kill()));
  rmSync(directory, { recursive: true });
});

describe('a lock between processes', () => {
  it('is given to one, and names its holder and purpose to the others', async () => {
    const taker = await take();
    expect(lockHolder(file)).toMatchObject({ pid: taker.pid, purpose: 'a test' });
    expect(tryLock(file, 'another')).toMatchObject({ holder: { pid: taker.pid, purpose: 'a test' } });
  });

  it('is free again when its holder is killed', async () => {
    const taker = await take();
    let waitedFor: number | undefined;
    const waiting = waitForLock(file, 'another', ({ pid }) => (waitedFor = pid));
    expect(waitedFor).toBe(taker.pid);
    await taker.kill();
    (await waiting).release();
    expect(lockHolder(file)).toBeUndefined();
  });

  it('goes to one only, of many who find that a killed process has left it', async () => {
    const first = await take();
    await first.kill();
    const rest = await Promise.all([take(), take(), take(), take()]);
    const holder = lockHolder(file)?.pid;
    expect(rest.filter((taker) => taker.pid === holder)).toHaveLength(1);
    expect(rest.filter((taker) => taker.said === 'taken')).toHaveLength(1);
  });

  it('is not held by what is no lock', () => {
    writeFileSync(file, 'half a word');
    const lock = tryLock(file, 'a test');
    expect(lock).toHaveProperty('release');
    if ('release' in lock) lock.release();
  });
});

/** A process that tries to take it, says what came of it, and stays. */
async function take(): Promise<Taker> {
  const code = `const { tryLock } = await import(${JSON.stringify(lockModule)});
    console.log('release' in tryLock(${JSON.stringify(file)}, 'a test') ? 'taken' : 'held');
    setInterval(() => {}, 1e6);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit');
  const taker = {
    pid: child.pid,
    said: String(await once(child.stdout, 'data')).trim(),
    kill() {
      child.kill('SIGKILL');
      return gone;
    },
  };
  takers.push(taker);
  return taker;
}
