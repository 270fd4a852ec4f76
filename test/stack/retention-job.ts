import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { until } from '../witnesses/until.js';

export type Job = {
  output(): string;
  kill(signal: NodeJS.Signals): void;
  readonly code: Promise<number | null>;
};

type Variables = Readonly<Record<string, string | undefined>>;

export const retireMonths = [process.execPath, 'dist/bundles/gateway.js', 'retention', 'run'];

/** The job that exports and drops months, by this program. */
export function startJob(
  [program = '', ...first]: readonly string[],
  words: readonly string[],
  variables: Variables,
): Job {
  const env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'development',
    GATEWAY_OPERATOR: 'ada',
    ...variables,
  };
  const child = spawn(program, [...first, ...words], { env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)));
  const code = once(child, 'close').then(() => child.exitCode);
  return { output: () => output, kill: (signal) => child.kill(signal), code };
}

/** One that stands still at this place until it is woken. */
export async function startFrozenJob(
  words: readonly string[],
  variables: Variables,
  place: string,
): Promise<Job> {
  const job = startJob(retireMonths, words, {
    ...variables,
    FREEZE_POINTS: `${place}:1`,
    FREEZES_MAX: '1',
  });
  await until(
    async () => job.output(),
    (output) => output.includes('freezePoint'),
  );
  return job;
}

export async function ended(job: Job): Promise<{ readonly code: number | null; readonly output: string }> {
  return { code: await job.code, output: job.output() };
}
