import { parseArgs } from 'node:util';
import type { TemporalSetting, TemporalState } from '../../scripts/stack/start-stack.js';

const temporalStates: readonly TemporalState[] = ['memory', 'sqlite', 'postgres'];
const benchParts = [
  'throughput',
  'growth',
  'memory',
  'ledger',
  'recovery',
  'observability',
  'retention',
  'reconcile',
  'overload',
  'causes',
] as const;
type BenchPart = (typeof benchParts)[number];
/** They take long and need the machine for themselves: only when they are asked for. */
const needTime: readonly BenchPart[] = [
  'recovery',
  'observability',
  'retention',
  'reconcile',
  'overload',
  'causes',
];

export type BenchOptions = {
  readonly parts: readonly BenchPart[];
  /** Transactions in parallel. */
  readonly levels: readonly number[];
  /** Rounds of each kind per level. */
  readonly rounds: number;
  /** Transactions of one round; a third of it one at a time. */
  readonly perRound: number;
  /** Existing rows at which the cost of a payment is measured. */
  readonly rowCounts: readonly number[];
  readonly waiting: number;
  /** Sizes of the books that are proven. */
  readonly ledgerEntries: readonly number[];
  /** Transactions whose workflows are lost at once. */
  readonly lost: number;
  /** Those of them that are overdue when Temporal is back; undefined: 2 %. */
  readonly overdue: number | undefined;
  /** Rows of the month that is exported and dropped. */
  readonly monthRows: number;
  /** Lines of the day that is reconciled, against three times as many attempts. */
  readonly statementLines: number;
  /** How long each load of an overload lasts. */
  readonly overloadSeconds: number;
  /** Loads of an overload, in multiples of the best. */
  readonly loads: readonly number[];
  /** Result file of an earlier overload, which is drawn beside this one. */
  readonly beside: string | undefined;
  /** Where Temporal keeps its state: a development server in memory or in a file, or one as in production on Postgres. */
  readonly temporal: TemporalState;
  /** Settings of a Temporal server on Postgres. */
  readonly temporalSetting: TemporalSetting;
  /** Processes of each. */
  readonly apis: Instances;
  readonly workers: Instances;
  readonly portOffset: number;
};
type Instances = 1 | 2 | 3;

const full = {
  levels: [1, 16, 32, 64],
  rounds: 3,
  perRound: 120,
  rowCounts: [1_000, 100_000],
  waiting: 5_000,
  ledgerEntries: [1_000, 100_000],
  lost: 5_000,
  monthRows: 10_000_000,
  statementLines: 1_000_000,
  overloadSeconds: 30,
  loads: [0.5, 1, 2, 5],
};
const quick = {
  levels: [1, 16, 32, 64],
  rounds: 1,
  perRound: 64,
  rowCounts: [1_000, 20_000],
  waiting: 1_200,
  ledgerEntries: [1_000],
  lost: 2_000,
  monthRows: 200_000,
  statementLines: 20_000,
  overloadSeconds: 15,
  loads: [0.5, 1, 2, 5],
};
/** Half of it is the modest merchant's. */
const leastLoad = 0.4;
const defaultPortOffset = 9_300;

/** Reads the command's arguments. Throws an Error in plain words for a wrong one. */
export function readOptions(commandArguments: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...commandArguments],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      levels: { type: 'string', default: '' },
      rounds: { type: 'string', default: '' },
      'per-round': { type: 'string', default: '' },
      rows: { type: 'string', default: '' },
      lost: { type: 'string', default: '' },
      overdue: { type: 'string' },
      loads: { type: 'string', default: '' },
      beside: { type: 'string' },
      temporal: { type: 'string', default: 'memory' },
      'temporal-commit': { type: 'string' },
      'temporal-shards': { type: 'string', default: '' },
      'temporal-processes': { type: 'string', default: '1' },
      apis: { type: 'string', default: '1' },
      workers: { type: 'string', default: '1' },
      'port-offset': { type: 'string', default: '' },
    },
  });
  const base = values.quick ? quick : full;
  const only = words(values.only);
  const stranger = only.find((word) => !benchParts.some((part) => part === word));
  if (stranger !== undefined) throw new Error(`--only takes ${benchParts.join(', ')}; not "${stranger}"`);
  const temporal = temporalStates.find((state) => state === values.temporal);
  if (temporal === undefined)
    throw new Error(`--temporal takes ${temporalStates.join(', ')}; not "${values.temporal}"`);
  const setting: TemporalSetting = {
    ...(values['temporal-shards']
      ? { historyShards: wholeNumber('temporal-shards', values['temporal-shards'], 1) }
      : {}),
    ...(values['temporal-processes'] === '1'
      ? {}
      : { processes: oneOf('temporal-processes', values['temporal-processes'], [1, 2] as const) }),
    ...(values['temporal-commit'] === undefined
      ? {}
      : { synchronousCommit: oneOf('temporal-commit', values['temporal-commit'], ['on', 'off'] as const) }),
  };
  if (temporal !== 'postgres' && Object.keys(setting).length > 0)
    throw new Error('--temporal-commit, --temporal-shards and --temporal-processes need --temporal postgres');
  const levels = words(values.levels).map((word) => wholeNumber('levels', word, 1));
  const loads = words(values.loads).map((word) => multiple(word));
  const rowCounts = words(values.rows).map((word) => wholeNumber('rows', word, 1));
  return {
    ...base,
    parts: benchParts.filter((part) => (only.length === 0 ? !needTime.includes(part) : only.includes(part))),
    levels: levels.length > 0 ? levels : base.levels,
    rowCounts: rowCounts.length > 0 ? rowCounts : base.rowCounts,
    loads: loads.length > 0 ? loads : base.loads,
    beside: values.beside,
    rounds: wholeNumber('rounds', values.rounds, base.rounds),
    perRound: wholeNumber('per-round', values['per-round'], base.perRound),
    lost: wholeNumber('lost', values.lost, base.lost),
    overdue: values.overdue === undefined ? undefined : wholeNumber('overdue', values.overdue, 1),
    temporal,
    temporalSetting: setting,
    apis: oneOf('apis', values.apis, [1, 2, 3] as const),
    workers: oneOf('workers', values.workers, [1, 2, 3] as const),
    portOffset: wholeNumber('port-offset', values['port-offset'], defaultPortOffset),
  };
}

function words(text: string): string[] {
  return text.split(',').filter((word) => word !== '');
}

function oneOf<Value extends string | number>(name: string, text: string, values: readonly Value[]): Value {
  const value = values.find((one) => String(one) === text);
  if (value === undefined) throw new Error(`--${name} takes ${values.join(', ')}; not "${text}"`);
  return value;
}

function wholeNumber(name: string, text: string, byDefault: number): number {
  if (text === '') return byDefault;
  if (!/^[1-9]\d{0,7}$/.test(text)) throw new Error(`--${name} takes a whole number, not "${text}"`);
  return Number(text);
}

function multiple(text: string): number {
  if (!/^\d{1,2}(\.\d)?$/.test(text) || Number(text) < leastLoad)
    throw new Error(`--loads takes multiples of the best from ${leastLoad} on, not "${text}"`);
  return Number(text);
}
