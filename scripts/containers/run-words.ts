import { runToEnd } from '../children.js';
import { Failure } from '../failure.mjs';

const linesMax = 8;

export type RunOptions = {
  readonly environment?: NodeJS.ProcessEnv;
  readonly directory?: string;
  /** What the failure is called; by default the command and its words. */
  readonly complaint?: string;
};

/** Runs a command to its end and returns its output. Throws a Failure with the last lines where its code is not 0. */
export async function runWords(
  [command, ...words]: readonly [string, ...string[]],
  { environment = process.env, directory, complaint }: RunOptions = {},
): Promise<string> {
  const options = { environment, ...(directory === undefined ? {} : { directory }) };
  const { code, output } = await runToEnd(command, words, options);
  if (code === 0) return output;
  const lines = output.trim().split('\n').slice(-linesMax);
  throw new Failure(complaint ?? `${[command, ...words].join(' ')} ended with ${code}.`, lines);
}

/** Runs a script of the shell, with words as its $1, $2 and so on; it ends at the first command that fails. */
export function runScript(
  script: string,
  words: readonly string[] = [],
  options: RunOptions = {},
): Promise<string> {
  return runWords(['sh', '-eu', '-c', script, 'sh', ...words], options);
}
