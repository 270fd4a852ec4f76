import { existsSync } from 'node:fs';

import { watchAncestors } from './ancestors.mjs';
import { stopChildren } from './children.mjs';
import { explain, Failure } from './failure.mjs';
import { inRepository } from './paths.mjs';
import { createReport } from './report.mjs';
import { modeOf } from './stack/environment.mjs';

/**
 * @typedef {object} Context
 * @property {import('./report.mjs').Report} report
 * @property {NodeJS.ProcessEnv} environment
 * @property {(exitCode: number) => Promise<never>} stayUp until the person ends it; then the process ends with the code
 */

/** @typedef {(context: Context, commandArguments: readonly string[]) => Promise<number>} Command */

/** @type {Readonly<Record<string, { load: () => Promise<Command>, readsDotEnv: boolean }>>} */
const commands = {
  demo: { load: async () => (await import('./commands/demo.mjs')).demo, readsDotEnv: true },
  start: { load: async () => (await import('./commands/start.mjs')).start, readsDotEnv: true },
  call: { load: async () => (await import('./commands/call.mjs')).call, readsDotEnv: true },
  route: { load: async () => (await import('./commands/call.mjs')).route, readsDotEnv: true },
  'config:apply': {
    load: async () => (await import('./commands/apply-configuration.mjs')).apply,
    readsDotEnv: true,
  },
  'config:diff': {
    load: async () => (await import('./commands/apply-configuration.mjs')).compare,
    readsDotEnv: true,
  },
  'config:history': {
    load: async () => (await import('./commands/apply-configuration.mjs')).history,
    readsDotEnv: true,
  },
  keys: { load: async () => (await import('./commands/keys.mjs')).keys, readsDotEnv: true },
  'client:pack': {
    load: async () => (await import('./commands/pack-client.mjs')).packClient,
    readsDotEnv: false,
  },
  'ledger:top-up': { load: async () => (await import('./commands/ledger.mjs')).topUp, readsDotEnv: true },
  'ledger:check': { load: async () => (await import('./commands/ledger.mjs')).check, readsDotEnv: true },
  blocklist: { load: async () => (await import('./commands/blocklist.mjs')).blocklist, readsDotEnv: true },
  bench: { load: async () => (await import('./commands/bench.mjs')).bench, readsDotEnv: false },
  // Tests, and faults even less, must not run in the database that a developer's .env names.
  test: { load: async () => (await import('./commands/test.mjs')).test, readsDotEnv: false },
  chaos: { load: async () => (await import('./commands/chaos.mjs')).chaos, readsDotEnv: false },
  screenshots: {
    load: async () => (await import('./commands/screenshots.mjs')).screenshots,
    readsDotEnv: false,
  },
  fuzz: { load: async () => (await import('./commands/fuzz.mjs')).fuzz, readsDotEnv: false },
  schemathesis: {
    load: async () => (await import('./commands/schemathesis.mjs')).schemathesis,
    readsDotEnv: false,
  },
};

const signals = /** @type {const} */ ({ SIGHUP: 1, SIGINT: 2, SIGTERM: 15 });

/**
 * Runs one command and ends the process with its exit code. However it ends, no child is left.
 * @param {readonly string[]} programArguments
 */
export async function runCommand([name = '', ...commandArguments]) {
  const report = createReport();
  let stayingUpCode = /** @type {number | undefined} */ (undefined);
  let ending = false;

  const end = async (/** @type {number} */ code) => {
    report.clear();
    ending = true;
    await stopChildren();
    process.exit(code);
  };
  const interrupt = (/** @type {string} */ why, /** @type {number} */ code) => {
    // Whoever asks twice does not want to wait; the leashes see to the rest.
    if (ending) process.exit(code);
    report.clear();
    report.note(`\n${why}: stopping everything`);
    report.silence();
    void end(stayingUpCode ?? code);
  };
  for (const [signal, number] of Object.entries(signals)) {
    process.on(signal, () => interrupt(signal === 'SIGINT' ? 'Ctrl-C' : signal, 128 + number));
  }
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => void end(1));
  watchAncestors(() => interrupt('npm is gone', 128 + signals.SIGHUP));

  /** @type {Context['stayUp']} */
  const stayUp = (exitCode) => {
    stayingUpCode = exitCode;
    return new Promise(() => {});
  };

  try {
    const command = commands[name];
    if (command === undefined) {
      throw new Failure(`There is no command "${name}".`, [`Commands: ${Object.keys(commands).join(', ')}`]);
    }
    if (command.readsDotEnv && existsSync(inRepository('.env'))) process.loadEnvFile(inRepository('.env'));
    const run = await command.load();
    const environment = { ...process.env, NODE_ENV: modeOf(process.env) };
    await end(await run({ report, environment, stayUp }, commandArguments));
  } catch (error) {
    if (ending) return;
    const [first = '', ...rest] = explain(error);
    report.fail(first);
    for (const line of rest) report.note(line);
    await end(1);
  }
}
