import { parseArgs } from 'node:util';

export type GateOptions = {
  /** The release before: its version, a tag or a commit; the last one of `releases.json` if it is not named. */
  readonly from?: string;
  readonly transactions: number;
  readonly seed: number;
};

/** The options of `npm run gate`; throws a sentence for a person. */
export function readGateOptions(words: readonly string[]): GateOptions {
  const { values } = parseArgs({
    args: [...words],
    options: { from: { type: 'string' }, transactions: { type: 'string' }, seed: { type: 'string' } },
  });
  const { from, transactions = '1000', seed = '1' } = values;
  if (from === '') throw new Error('--from must name a release: its version, a tag or a commit.');
  return {
    ...(from !== undefined && { from }),
    transactions: natural('transactions', transactions),
    seed: natural('seed', seed),
  };
}

function natural(name: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`--${name} must be a whole number above 0, not "${text}".`);
}
