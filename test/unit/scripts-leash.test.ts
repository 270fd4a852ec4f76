import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

const leash = new URL('../../scripts/leash.mjs', import.meta.url).pathname;

describe('leash', () => {
  it('stops its child in order when its owner is gone', async () => {
    const supervisor = leashed("process.on('SIGINT', () => { console.log('in order'); process.exit(0) })");
    await readyPid(supervisor);
    const said = once(supervisor.stdout, 'data');
    supervisor.stdin.end();
    expect(String(await said)).toContain('in order');
    expect(await once(supervisor, 'exit')).toEqual([0, null]);
  });

  it('kills a child that does not stop within its grace', async () => {
    const supervisor = leashed("process.on('SIGINT', () => {})");
    const pid = await readyPid(supervisor);
    supervisor.stdin.end();
    await once(supervisor, 'exit');
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it('passes on a signal that its owner names, and ends with its child', async () => {
    const supervisor = leashed('');
    await readyPid(supervisor);
    supervisor.stdin.write('SIGKILL\n');
    expect(await once(supervisor, 'exit')).toEqual([128 + 9, null]);
  });

  it('leaves nothing of what its child has started', async () => {
    const grandchild = "spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'inherit' })";
    const supervisor = leashed(`require('child_process').${grandchild}`);
    await readyPid(supervisor);
    supervisor.stdin.end();
    // The output closes only when no process holds it any more, the grandchild included.
    expect(await once(supervisor, 'close')).toEqual([128 + 2, null]);
  });

  it('loses nothing that its child writes while the output is not read', async () => {
    const bytes = 600_000;
    const child = ['sh', '-c', `head -c ${bytes} /dev/zero`];
    const supervisor = spawn(process.execPath, [leash, 'SIGINT', '1', ...child], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    await sleep(500);
    expect((await buffer(supervisor.stdout)).length).toBe(bytes);
  });
});

type Supervisor = ChildProcessByStdio<Writable, Readable, null>;

/** A child under the leash that runs the code, says its process id once it is ready, and stays. */
function leashed(code: string): Supervisor {
  const child = `${code}; console.log(process.pid); setInterval(() => {}, 1e6)`;
  return spawn(process.execPath, [leash, 'SIGINT', '1', process.execPath, '-e', child], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

async function readyPid(supervisor: Supervisor): Promise<number> {
  return Number(String(await once(supervisor.stdout, 'data')));
}
