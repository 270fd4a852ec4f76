import { existsSync } from 'node:fs';

import { stopChildren } from './children.js';
import type { Command } from './command.js';
import { explain, Failure } from './failure.mjs';
import { inRepository } from './paths.js';
import { createReport } from './report.js';
import { modeOf } from './stack/environment.js';

const commands: Readonly<Record<string, () => Promise<Command>>> = {
  demo: async () => (await import('./commands/demo.js')).demo,
  start: async () => (await import('./commands/demo.js')).start,
  observe: async () => (await import('./commands/observe.js')).observe,
  call: async () => (await import('./commands/call.js')).call,
  route: async () => (await import('./commands/call.js')).route,
  listen: async () => (await import('./commands/call.js')).listen,
  gateway: async () => (await import('./commands/gateway.js')).gateway,
  'client:pack': async () => (await import('./commands/pack-client.js')).packClient,
  bench: async () => (await import('./commands/bench.js')).bench,
  test: async () => (await import('./commands/test.js')).test,
  chaos: async () => (await import('./commands/chaos.js')).chaos,
  gate: async () => (await import('./commands/gate.js')).gate,
  containers: async () => (await import('./commands/containers.js')).containers,
  screenshots: async () => (await import('./commands/screenshots.js')).screenshots,
  fuzz: async () => (await import('./commands/fuzz.js')).fuzz,
  schemathesis: async () => (await import('./commands/schemathesis.js')).schemathesis,
};
/** Tests and faults must keep away from the database that a developer's .env names. */
const withoutDotEnv = new Set([
  'client:pack',
  'bench',
  'test',
  'chaos',
  'gate',
  'containers',
  'screenshots',
  'fuzz',
  'schemathesis',
]);
/** By the rule of apps/cli: 1 says that a check has found something, so trouble needs another number. */
const troubleCodes: Readonly<Record<string, number>> = { gateway: 2 };
const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/** Runs one command and ends the process with its exit code. However it ends, all its children end with it. */
export async function runCommand([name = '', ...words]: readonly string[], isBuilt: boolean): Promise<void> {
  // What an operator's command prints on standard output is for pipes: nothing else may stand there.
  const report = createReport(name === 'gateway' ? process.stderr : process.stdout);
  let stayingUpCode: number | undefined;
  let isEnding = false;

  const end = async (code: number) => {
    isEnding = true;
    await stopChildren();
    process.exit(code);
  };
  const interrupt = (why: string, code: number) => {
    // A second signal asks for an end at once; the leashes end the children.
    if (isEnding) process.exit(code);
    report.note(`\n${why}: stopping everything`);
    report.silence();
    void end(stayingUpCode ?? code);
  };
  for (const [signal, number] of Object.entries(signals)) {
    process.on(signal, () => interrupt(signal === 'SIGINT' ? 'Ctrl-C' : signal, 128 + number));
  }
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => void end(1));

  try {
    const load = commands[name];
    if (load === undefined) {
      throw new Failure(`There is no command "${name}".`, [`Commands: ${Object.keys(commands).join(', ')}`]);
    }
    if (!isBuilt && name !== 'test') throw new Failure(`"${name}" needs a build, which is missing.`);
    if (!withoutDotEnv.has(name) && existsSync(inRepository('.env'))) {
      process.loadEnvFile(inRepository('.env'));
    }
    const run = await load();
    const stayUp = (exitCode: number) => {
      stayingUpCode = exitCode;
      return new Promise<never>(() => {});
    };
    const environment = { ...process.env, NODE_ENV: modeOf(process.env) };
    await end(await run({ report, environment, isBuilt, stayUp }, words));
  } catch (error) {
    if (isEnding) return;
    const [first = '', ...rest] = explain(error);
    report.fail(first);
    for (const line of rest) report.note(line);
    await end(troubleCodes[name] ?? 1);
  }
}
