import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { runToEnd, startOnLeash } from '../children.js';
import { Failure } from '../failure.mjs';
import { dataDirectoryFrom, inRepository } from '../paths.js';
import type { Progress } from '../report.js';
import type { Command } from '../command.js';
import { startStack } from '../stack/start-stack.js';

/** Beside a stack on the default ports, and beside those of tests, chaos and bench. */
const portOffset = 8_200;
const folder = inRepository('tools/schemathesis');
const byDefault = { seed: '1', examples: '40', requestTimeoutSeconds: '40' };

/**
 * Requests made from /openapi.json, against a stack of its own or the one at API_URL; fails when an answer is not what
 * the document says: schemathesis [--seed N] [--max-examples N] [any option of `schemathesis run`]
 */
export const schemathesis: Command = async ({ report, environment }, words) => {
  const data = dataDirectoryFrom(environment);
  const program = await report.step('Installing Schemathesis', (progress) =>
    installSchemathesis(join(data, 'schemathesis'), environment, progress),
  );
  const stack = environment.API_URL
    ? undefined
    : await startStack({
        report,
        portOffset,
        dataDirectory: join(data, 'schemathesis-stack'),
        environment: { DATABASE_URL: undefined, TEMPORAL_ADDRESS: undefined },
      });
  try {
    const url = environment.API_URL || stack?.urls.api || '';
    const { exited } = startOnLeash(program, runArguments(url, words), {
      environment: { ...environment, PYTHONDONTWRITEBYTECODE: '1' },
      directory: folder,
      output: 'inherit',
    });
    return (await exited).code ?? 1;
  } finally {
    await stack?.stop();
  }
};

function runArguments(url: string, given: readonly string[]): string[] {
  const target = [join(folder, 'schemathesis.toml'), 'run', `${url}/openapi.json`, '--url', url];
  const data = ['--seed', byDefault.seed, '--max-examples', byDefault.examples];
  const way = ['--phases', 'examples,coverage,fuzzing', '--generation-database', 'none'];
  // Longer than the deadline after which the api itself answers 504.
  const patience = ['--request-timeout', byDefault.requestTimeoutSeconds, '--continue-on-failure'];
  return ['--config-file', ...target, ...data, ...way, ...patience, ...given];
}

/** A virtual environment with the pinned versions; made anew when the list has changed. Returns the program's path. */
async function installSchemathesis(
  directory: string,
  environment: NodeJS.ProcessEnv,
  progress: Progress,
): Promise<string> {
  const requirements = join(folder, 'requirements.txt');
  const program = join(directory, 'bin', 'schemathesis');
  const stamp = join(directory, 'installed.txt');
  const wanted = readFileSync(requirements, 'utf8');
  if (existsSync(program) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) {
    progress.done('Schemathesis is installed');
    return program;
  }
  mkdirSync(directory, { recursive: true });
  const python = join(directory, 'bin', 'python');
  await run('python3', ['-m', 'venv', '--clear', directory], environment);
  await run(python, ['-m', 'pip', 'install', '--quiet', '--requirement', requirements], environment);
  writeFileSync(stamp, wanted);
  progress.done('Schemathesis installed');
  return program;
}

async function run(command: string, words: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const { code, output } = await runToEnd(command, words, { environment });
  if (code === 0) return;
  throw new Failure(`${command} ${words.join(' ')} failed.`, [
    output.trim(),
    'Schemathesis needs Python 3.10 or newer with venv and pip.',
  ]);
}
