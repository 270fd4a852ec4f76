import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { bootstrap } from '../bootstrap.mjs';
import { runToEnd, startOnLeash } from '../children.mjs';
import { Failure } from '../failure.mjs';
import { dataDirectoryFrom, inRepository } from '../paths.mjs';
import { startStack } from '../stack/start-stack.mjs';

/** Beside a stack on the default ports, and beside those of tests, chaos and bench. */
const portOffset = 8_200;
const folder = inRepository('tools/schemathesis');
const byDefault = { seed: '1', examples: '40', requestTimeoutSeconds: '40' };

/**
 * Requests made from /openapi.json, against a stack of its own or the one at API_URL; fails when an answer is not what
 * the document says: schemathesis [--seed N] [--max-examples N] [any option of `schemathesis run`]
 * @type {import('../run-command.mjs').Command}
 */
export async function schemathesis({ report, environment }, commandArguments) {
  await bootstrap(report, environment);
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
    const { exited } = startOnLeash(program, runArguments(url, commandArguments), {
      environment: { ...environment, PYTHONDONTWRITEBYTECODE: '1' },
      directory: folder,
      output: 'inherit',
    });
    return (await exited).code ?? 1;
  } finally {
    await stack?.stop();
  }
}

/**
 * @param {string} url
 * @param {readonly string[]} given
 */
function runArguments(url, given) {
  const target = [join(folder, 'schemathesis.toml'), 'run', `${url}/openapi.json`, '--url', url];
  const data = ['--seed', byDefault.seed, '--max-examples', byDefault.examples];
  const way = ['--phases', 'examples,coverage,fuzzing', '--generation-database', 'none'];
  // Longer than the deadline after which the api itself answers 504.
  const patience = ['--request-timeout', byDefault.requestTimeoutSeconds, '--continue-on-failure'];
  return ['--config-file', ...target, ...data, ...way, ...patience, ...given];
}

/**
 * A virtual environment with the pinned versions; made anew when the list has changed. Returns the program's path.
 * @param {string} directory
 * @param {NodeJS.ProcessEnv} environment
 * @param {import('../report.mjs').Progress} progress
 */
async function installSchemathesis(directory, environment, progress) {
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

/**
 * @param {string} command
 * @param {readonly string[]} commandArguments
 * @param {NodeJS.ProcessEnv} environment
 */
async function run(command, commandArguments, environment) {
  const { code, output } = await runToEnd(command, commandArguments, { environment }).catch(() => {
    throw new Failure(`${command} cannot be run.`, [
      'Schemathesis needs Python 3.10 or newer with venv and pip.',
    ]);
  });
  if (code !== 0) throw new Failure(`${command} ${commandArguments.join(' ')} failed.`, [output.trim()]);
}
