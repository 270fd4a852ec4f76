import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  awaitReady,
  runToEnd,
  startOnLeash,
  startProgram,
  type Child,
  type Exit,
} from '../../scripts/children.js';

/** Goal: a child ends as requested and reports how, whatever library starts it. Method: small programs. */
const environment = process.env;
const stay = "console.log('up'); setInterval(() => {}, 1e6)";

describe('children of a command', () => {
  it('run to their end, and leave their output and code', async () => {
    const code = "console.log('said'); console.error('complained'); process.exitCode = 3";
    const result = await runToEnd(process.execPath, ['-e', code], { environment });
    expect(result.code).toBe(3);
    expect(result.output.split('\n').toSorted()).toEqual(['', 'complained', 'said']);
  });

  it('need a command that exists', async () => {
    expect((await runToEnd('/no/such/command', [], { environment })).code).toBe(127);
  });

  it('end when they are stopped or killed, and that is not reported as an end by themselves', async () => {
    const told: Exit[] = [];
    const options = { environment, onUnexpectedExit: (exit: Exit) => void told.push(exit) };
    const directory = mkdtempSync(join(tmpdir(), 'gateway-children-'));
    const logs = ['stopped', 'killed'].map((name) => join(directory, name));
    const [stopped, killed] = logs.map((logFile) =>
      startOnLeash(process.execPath, ['-e', stay], { ...options, logFile }),
    ) as [Child, Child];
    const program = startProgram(['-e', stay], options);
    // A leash that has no child yet ends by the signal itself.
    while (logs.some((logFile) => readFileSync(logFile, 'utf8') !== 'up\n')) await sleep(20);
    program.signal('SIGKILL');
    expect(await program.exited).toEqual({ code: null, signal: 'SIGKILL' });
    killed.signal('SIGKILL');
    expect(await killed.exited).toEqual({ code: 128 + 9, signal: null });
    expect(await stopped.stop()).toEqual({ code: 128 + 15, signal: null });
    expect(told).toEqual([]);
    rmSync(directory, { recursive: true });
  });

  it('write their log themselves, and a process that waits for them hears that they ended', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'gateway-children-'));
    try {
      const logFile = join(directory, 'logs/child.log');
      const told: Exit[] = [];
      const onUnexpectedExit = (exit: Exit) => void told.push(exit);
      const child = startProgram(['-e', "console.log(process.env['LEASH']); process.exit(4)"], {
        environment,
        logFile,
        onUnexpectedExit,
      });
      const patience = { seconds: 50, pollMilliseconds: 20 };
      expect(await awaitReady(child, () => false, patience)).toEqual({ code: 4, signal: null });
      expect(readFileSync(logFile, 'utf8')).toBe('stdin\n');
      expect(told).toEqual([{ code: 4, signal: null }]);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
