import { parseArgs } from 'node:util';

export type FuzzOptions = { readonly seed: number; readonly requests: number };

/** Reads `--seed N --requests M`; throws a sentence for a person. */
export function readFuzzOptions(programArguments: readonly string[]): FuzzOptions {
  const option = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...programArguments],
    options: { seed: option, requests: option },
  });
  return {
    seed: wholeNumber('seed', values.seed, 1),
    requests: wholeNumber('requests', values.requests, 20_000),
  };
}

function wholeNumber(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new Error(`--${name} must be a whole number above 0, not "${text}".`);
}
