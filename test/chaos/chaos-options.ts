import { parseArgs } from 'node:util';

export type ChaosOptions = {
  readonly seed: number;
  /** How long traffic and faults last; the quiet afterwards comes on top. */
  readonly minutes: number;
  readonly transactions: number;
  readonly faults: number;
  /** Wanted deaths at named crash points, all together. */
  readonly crashes: number;
  /** Wanted freezes of workers at named crash points, all together. */
  readonly freezes: number;
  /** Number of calls to a provider and callbacks to a merchant that hang at once; 0 leaves that stage out. */
  readonly hung: number;
  /** Where Temporal keeps its state: a development server in an SQLite file, or one as in production on Postgres. */
  readonly temporal: TemporalState;
  /** Who moves the money of the run's traffic: the sandbox, in its own words or in those of Paystack, or Stripe World. */
  readonly provider: ChaosProvider;
  /** Absent: every process is of this build from beginning to end. */
  readonly swap?: SwapOptions;
};

type SwapOptions = {
  /** The last release, a tag or a commit, that processes swap with this build. */
  readonly from: string;
  readonly swaps: number;
  /** Whether workers have versions; without, each build goes on with what the other one began. */
  readonly isVersioned: boolean;
};

const chaosProviders = ['sandbox', 'paystack', 'stripe'] as const;
export type ChaosProvider = (typeof chaosProviders)[number];

const temporalStates = ['sqlite', 'postgres'] as const;
type TemporalState = (typeof temporalStates)[number];

const transactionsPerMinute = 400;
const faultsPerMinute = 16;
const crashesPerMinute = 10;
const freezesPerMinute = 3;
const swapsPerMinute = 3;
/** More than two workers have room for. */
const hungByDefault = 250;

const names = [
  'seed',
  'minutes',
  'transactions',
  'faults',
  'crashes',
  'freezes',
  'hung',
  'temporal',
  'provider',
  'swap-from',
  'swaps',
  'versions',
] as const;
type Name = (typeof names)[number];
type Scaled = (perMinute: number) => number;

/** The options of docs/chaos.md; throws a sentence for a person. */
export function readChaosOptions(programArguments: readonly string[]): ChaosOptions {
  const { values } = parseArgs({
    args: [...programArguments],
    options: Object.fromEntries(names.map((name) => [name, { type: 'string' } as const])),
  });
  const minutes = positive('minutes', values.minutes, 5);
  const scaled = (perMinute: number) => Math.max(1, Math.round(minutes * perMinute));
  return {
    seed: positive('seed', values.seed, 1),
    minutes,
    transactions: positive('transactions', values.transactions, scaled(transactionsPerMinute)),
    faults: positive('faults', values.faults, scaled(faultsPerMinute)),
    crashes: positive('crashes', values.crashes, scaled(crashesPerMinute)),
    freezes: positive('freezes', values.freezes, scaled(freezesPerMinute)),
    hung: values.hung === '0' ? 0 : positive('hung', values.hung, hungByDefault),
    temporal: oneOf('temporal', temporalStates, values.temporal),
    provider: oneOf('provider', chaosProviders, values.provider),
    ...readSwap(values, scaled),
  };
}

function readSwap(
  values: Readonly<Partial<Record<Name, string>>>,
  scaled: Scaled,
): { readonly swap?: SwapOptions } {
  const { 'swap-from': from, swaps, versions } = values;
  if (from === undefined) {
    if (swaps !== undefined || versions !== undefined)
      throw new Error('--swaps and --versions need --swap-from: the build to swap with.');
    return {};
  }
  return {
    swap: {
      from,
      swaps: positive('swaps', swaps, scaled(swapsPerMinute)),
      isVersioned: oneOf('versions', ['on', 'off'], versions) === 'on',
    },
  };
}

/** The first one where nothing is said. */
function oneOf<Word extends string>(
  name: string,
  words: readonly [Word, ...Word[]],
  text: string = words[0],
): Word {
  const word = words.find((one) => one === text);
  if (word !== undefined) return word;
  throw new Error(`--${name} must be ${words.join(' or ')}, not "${text}".`);
}

function positive(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new Error(`--${name} must be a number above 0, not "${text}".`);
}
