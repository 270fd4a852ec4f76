import { parseArgs } from 'node:util';

export type ChaosOptions = {
  readonly seed: number;
  /** How long traffic and faults last; the quiet afterwards comes on top. */
  readonly minutes: number;
  readonly transactions: number;
  readonly faults: number;
  /** Wanted deaths at named crash points, all together. */
  readonly crashes: number;
};

const transactionsPerMinute = 400;
const faultsPerMinute = 12;
const crashesPerMinute = 10;

/** Reads `--seed N --minutes M [--transactions N] [--faults N] [--crashes N]`; throws a sentence for a person. */
export function readChaosOptions(programArguments: readonly string[]): ChaosOptions {
  const option = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...programArguments],
    options: { seed: option, minutes: option, transactions: option, faults: option, crashes: option },
  });
  const minutes = positive('minutes', values.minutes, 5);
  const scaled = (perMinute: number) => Math.max(1, Math.round(minutes * perMinute));
  return {
    seed: positive('seed', values.seed, 1),
    minutes,
    transactions: positive('transactions', values.transactions, scaled(transactionsPerMinute)),
    faults: positive('faults', values.faults, scaled(faultsPerMinute)),
    crashes: positive('crashes', values.crashes, scaled(crashesPerMinute)),
  };
}

function positive(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new Error(`--${name} must be a number above 0, not "${text}".`);
}
