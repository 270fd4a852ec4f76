import type { Report } from './report.js';

/** What a command of `npm run` works with. */
export type Context = {
  readonly report: Report;
  readonly environment: NodeJS.ProcessEnv;
  /** Whether the sources compile; every command but `test` needs that to run at all. */
  readonly isBuilt: boolean;
  /** Stays until the person ends the command; then the process ends with the code. */
  readonly stayUp: (exitCode: number) => Promise<never>;
};

/** Returns the exit code. */
export type Command = (context: Context, words: readonly string[]) => Promise<number>;
