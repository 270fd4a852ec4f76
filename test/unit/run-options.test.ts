import { describe, expect, it } from 'vitest';
import { readOptions } from '../bench/read-options.js';
import { readChaosOptions } from '../chaos/chaos-options.js';
import { readGateOptions } from '../chaos/gate-options.js';

/** Goal: a run is what its command line says. Method: the options that are read. */
describe('options of a chaos run', () => {
  it('scales what happens with the minutes', () => {
    expect(readChaosOptions(['--minutes', '2'])).toMatchObject({
      seed: 1,
      minutes: 2,
      transactions: 800,
      faults: 32,
    });
  });

  it('has Temporal in a file, or on Postgres when that is asked for; never in memory, where a kill loses all', () => {
    expect(readChaosOptions([]).temporal).toBe('sqlite');
    expect(readChaosOptions(['--temporal', 'sqlite']).temporal).toBe('sqlite');
    expect(readChaosOptions(['--temporal', 'postgres']).temporal).toBe('postgres');
    expect(() => readChaosOptions(['--temporal', 'memory'])).toThrow(
      '--temporal must be sqlite or postgres, not "memory".',
    );
  });

  it('moves its money at the sandbox, in the words of another provider when that is asked for', () => {
    expect(readChaosOptions([]).provider).toBe('sandbox');
    for (const provider of ['paystack', 'stripe'])
      expect(readChaosOptions(['--provider', provider]).provider).toBe(provider);
    expect(() => readChaosOptions(['--provider', 'bank'])).toThrow(
      '--provider must be sandbox or paystack or stripe, not "bank".',
    );
  });

  it('has one build, unless another one to swap with is given', () => {
    expect(readChaosOptions(['--minutes', '2'])).not.toHaveProperty('swap');
    expect(readChaosOptions(['--minutes', '2', '--swap-from', 'v1']).swap).toEqual({
      from: 'v1',
      swaps: 6,
      isVersioned: true,
    });
    const words = ['--swap-from', 'v1', '--swaps', '9', '--versions', 'off'];
    expect(readChaosOptions(words).swap).toEqual({ from: 'v1', swaps: 9, isVersioned: false });
  });

  it.each([
    [['--swaps', '3'], '--swaps and --versions need --swap-from: the build to swap with.'],
    [['--swap-from', 'v1', '--versions', 'no'], '--versions must be on or off, not "no".'],
    [['--minutes', 'soon'], '--minutes must be a number above 0, not "soon".'],
    [['--faults', '0'], '--faults must be a number above 0, not "0".'],
  ])('refuses %j', (programArguments, message) => {
    expect(() => readChaosOptions(programArguments)).toThrow(message);
  });
});

describe('options of the release gate', () => {
  it('has a thousand transactions open by default', () => {
    expect(readGateOptions([])).toEqual({ transactions: 1_000, seed: 1 });
    expect(readGateOptions(['--from', 'v1'])).toEqual({ from: 'v1', transactions: 1_000, seed: 1 });
    expect(readGateOptions(['--from', 'v1', '--transactions', '60', '--seed', '7'])).toEqual({
      from: 'v1',
      transactions: 60,
      seed: 7,
    });
  });

  it.each([
    [['--from', ''], '--from must name a release: its version, a tag or a commit.'],
    [['--from', 'v1', '--transactions', '1.5'], '--transactions must be a whole number above 0, not "1.5".'],
  ])('refuses %j', (words, message) => {
    expect(() => readGateOptions(words)).toThrow(message);
  });
});

describe('options of a bench run', () => {
  it('has Temporal in memory, in a file or on Postgres', () => {
    expect(readOptions([]).temporal).toBe('memory');
    expect(readOptions(['--temporal', 'sqlite']).temporal).toBe('sqlite');
    expect(readOptions(['--temporal', 'postgres', '--only', 'recovery', '--lost', '200'])).toMatchObject({
      temporal: 'postgres',
      parts: ['recovery'],
      lost: 200,
    });
    expect(() => readOptions(['--temporal', 'oracle'])).toThrow(
      '--temporal takes memory, sqlite, postgres; not "oracle"',
    );
  });

  it('has one process of each, and the default settings of its Temporal server', () => {
    expect(readOptions([])).toMatchObject({ apis: 1, workers: 1, temporalSetting: {} });
    const words = '--temporal postgres --temporal-commit off --temporal-shards 512 --temporal-processes 2';
    expect(readOptions([...words.split(' '), '--apis', '2', '--workers', '3'])).toMatchObject({
      temporalSetting: { synchronousCommit: 'off', historyShards: 512, processes: 2 },
      apis: 2,
      workers: 3,
    });
    expect(() => readOptions(['--temporal-commit', 'off'])).toThrow('need --temporal postgres');
    expect(() => readOptions(['--apis', '4'])).toThrow('--apis takes 1, 2, 3; not "4"');
  });

  it('offers the loads that are asked for, each with room for the modest merchant', () => {
    expect(readOptions([])).toMatchObject({ loads: [0.5, 1, 2, 5], beside: undefined });
    expect(readOptions(['--loads', '0.4,12.5', '--beside', 'earlier.json'])).toMatchObject({
      loads: [0.4, 12.5],
      beside: 'earlier.json',
    });
    for (const load of ['0.3', '-1', '1e3', 'five'])
      expect(() => readOptions([`--loads=${load}`])).toThrow(`from 0.4 on, not "${load}"`);
  });

  it('measures what takes long only when it is asked for', () => {
    expect(readOptions([]).parts).toEqual(['throughput', 'growth', 'memory', 'ledger']);
    expect(() => readOptions(['--only', 'speed'])).toThrow(
      '--only takes throughput, growth, memory, ledger, recovery, observability, retention, reconcile, overload, causes; not "speed"',
    );
  });
});
