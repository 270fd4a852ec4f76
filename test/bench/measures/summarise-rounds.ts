import { percentile } from '../../../tools/demo/percentile.js';
import type { Round } from './measure-round.js';

/** Per transaction, over all rounds of one kind at one level. */
export type Summary = {
  readonly transactions: number;
  /** Of the middle round: a neighbour on the machine spoils a round, not the figure. */
  readonly perSecond: number;
  readonly perSecondOfRounds: readonly number[];
  readonly createMs: { readonly p50: number; readonly p95: number; readonly p99: number };
  readonly cpuMs: Readonly<Record<string, number>>;
  readonly sqlStatements: number;
  readonly sqlTransactions: number;
  readonly sqlExecutionMs: number;
  readonly connectionsOpened: Readonly<Record<string, number>>;
  readonly statements: readonly StatementSummary[];
};
type StatementSummary = {
  readonly statement: string;
  readonly calls: number;
  readonly executionMs: number;
};

export function summariseRounds(rounds: readonly Round[]): Summary {
  const transactions = total(rounds.map((round) => round.transactions));
  const each = (read: (round: Round) => number) => rounded(total(rounds.map(read)) / transactions, 3);
  const createMs = rounds.flatMap((round) => round.createMs);
  const speeds = rounds.map((round) => rounded(round.transactions / round.seconds, 1));
  const names = (read: (round: Round) => object) => Object.keys(rounds[0] ? read(rounds[0]) : {});
  return {
    transactions,
    perSecond: rounded(median(speeds), 1),
    perSecondOfRounds: speeds,
    createMs: {
      p50: rounded(percentile(createMs, 0.5), 1),
      p95: rounded(percentile(createMs, 0.95), 1),
      p99: rounded(percentile(createMs, 0.99), 1),
    },
    cpuMs: Object.fromEntries(
      names((round) => round.cpuSeconds).map((name) => [
        name,
        each((round) => (round.cpuSeconds[name] ?? 0) * 1_000),
      ]),
    ),
    sqlStatements: each(({ sql }) => sql.after.statements - sql.before.statements),
    sqlTransactions: each(({ sql }) => sql.after.transactions - sql.before.transactions),
    sqlExecutionMs: each(({ sql }) => sql.after.executionMs - sql.before.executionMs),
    connectionsOpened: Object.fromEntries(
      names((round) => round.connections).map((name) => [
        name,
        each((round) => round.connections[name] ?? 0),
      ]),
    ),
    statements: summariseStatements(rounds, transactions),
  };
}

/** The statements of a payment, most time first; what runs less than once per ten payments is background. */
function summariseStatements(rounds: readonly Round[], transactions: number): StatementSummary[] {
  const sums = new Map<string, { calls: number; executionMs: number }>();
  for (const { sql } of rounds) {
    for (const [statement, after] of sql.after.byStatement) {
      const before = sql.before.byStatement.get(statement) ?? { calls: 0, executionMs: 0 };
      const sum = sums.get(statement) ?? { calls: 0, executionMs: 0 };
      sum.calls += after.calls - before.calls;
      sum.executionMs += after.executionMs - before.executionMs;
      sums.set(statement, sum);
    }
  }
  return [...sums]
    .map(([statement, { calls, executionMs }]) => ({
      statement: statement.replaceAll(/\s+/g, ' ').trim().slice(0, shownMax),
      calls: rounded(calls / transactions, 2),
      executionMs: rounded(executionMs / transactions, 3),
    }))
    .filter(({ calls }) => calls >= callsMin)
    .toSorted((one, other) => other.executionMs - one.executionMs);
}

const shownMax = 90;
const callsMin = 0.1;

function median(values: readonly number[]): number {
  const upper = percentile(
    values.map((value) => -value),
    0.5,
  );
  return (percentile(values, 0.5) - upper) / 2;
}

export function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
