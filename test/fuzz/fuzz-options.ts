import { parseArgs } from 'node:util';

export type FuzzOptions = {
  readonly seed: number;
  readonly requests: number;
  /** Sends only the request of this index, which `path` leads to a smaller one. */
  readonly request?: number;
  readonly path?: string;
};

/** Reads `--seed N --requests M`, or `--seed N --request INDEX --path PATH`. Throws an error with a sentence. */
export function readFuzzOptions(programArguments: readonly string[]): FuzzOptions {
  const option = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...programArguments],
    options: { seed: option, requests: option, request: option, path: option },
  });
  const { seed, requests, request, path } = values;
  if (path !== undefined && request === undefined) throw new Error('--path goes with --request.');
  if (path !== undefined && !/^\d+(:\d+)*$/.test(path)) {
    throw new Error(`--path must be numbers with colons between them, not "${path}".`);
  }
  return {
    seed: wholeNumber('seed', seed, 1),
    requests: wholeNumber('requests', requests, 20_000),
    ...(request !== undefined && { request: wholeNumber('request', request, 0) }),
    ...(path !== undefined && { path }),
  };
}

function wholeNumber(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  if (/^\d{1,9}$/.test(text) && (Number(text) > 0 || name === 'request')) return Number(text);
  throw new Error(`--${name} must be a whole number above 0, not "${text}".`);
}
