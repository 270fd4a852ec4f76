import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { transformSync } from 'rolldown/utils';
import { describe, expect, it } from 'vitest';
import { crashPoint, readCrashPoints } from './crash-point.js';

/** The module itself and a program that comes to one of its places, as one text for a process of its own. */
const source = readFileSync(new URL('crash-point.ts', import.meta.url), 'utf8');
const { code } = transformSync('crash-point.ts', source);
const program = `${code}\ncrashPoint('after row');\nconsole.log('went on');`;

describe('crashPoint', () => {
  it('does nothing while CRASH_POINTS is not set', () => {
    expect(() => crashPoint('after row')).not.toThrow();
    expect(readCrashPoints({}).size).toBe(0);
  });

  it('reads places with their probabilities', () => {
    const read = readCrashPoints({
      NODE_ENV: 'development',
      CRASH_POINTS: 'after row:0.02, before provider:1',
    });
    expect([...read]).toEqual([
      ['after row', 0.02],
      ['before provider', 1],
    ]);
  });

  it.each(['after lunch:0.5', 'after row', 'after row:2', 'after row:often'])('refuses "%s"', (text) => {
    expect(() => readCrashPoints({ NODE_ENV: 'development', CRASH_POINTS: text })).toThrow(/CRASH_POINTS/);
  });

  it.each(['production', 'prod', '', undefined])('is refused with NODE_ENV %s', (mode) => {
    const environment = { CRASH_POINTS: 'after row:0.1', NODE_ENV: mode };
    expect(() => readCrashPoints(environment)).toThrow(/production/);
  });

  it('refuses to freeze in production as well', () => {
    const environment = { FREEZE_POINTS: 'after row:0.1', NODE_ENV: 'production' };
    expect(() => readCrashPoints(environment, 'FREEZE_POINTS')).toThrow(/FREEZE_POINTS.*production/);
  });

  it('stands still where it is to freeze, says where, and goes on when it is resumed', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      env: { ...process.env, NODE_ENV: 'development', FREEZE_POINTS: 'after row:1' },
    });
    let said = '';
    child.stdout.on('data', (data: Buffer) => (said += String(data)));
    const exited = once(child, 'close');
    const [place] = (await once(child.stderr, 'data')) as [Buffer];
    expect(String(place)).toBe('{"freezePoint":"after row"}\n');
    expect(said).toBe('');
    // A signal that comes before the freeze has no effect, so it is repeated.
    const resuming = setInterval(() => child.kill('SIGCONT'), 100);
    expect(await exited).toEqual([0, null]);
    clearInterval(resuming);
    expect(said).toBe('went on\n');
  });

  it('kills its own process there, and says where', () => {
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'development', CRASH_POINTS: 'after row:1' },
    });
    expect(run).toMatchObject({ signal: 'SIGKILL', stdout: '', stderr: '{"crashPoint":"after row"}\n' });
  });
});
