import { existsSync } from 'node:fs';

import { stopChildren } from './children.js';
import { explain, Failure } from './failure.mjs';
import { inRepository } from './paths.js';
import { createReport, type Report } from './report.js';
import { modeOf } from './stack/environment.js';

export type Context = {
  readonly report: Report;
  readonly environment: NodeJS.ProcessEnv;
  /** Whether the sources compile; every command but `test` is told of it before it runs. */
  readonly isBuilt: boolean;
  /** Until the person ends it; then the process ends with the code. */
  readonly stayUp: (exitCode: number) => Promise<never>;
};

/** Returns the exit code. */
export type Command = (context: Context, words: readonly string[]) => Promise<number>;

const commands: Readonly<Record<string, () => Promise<Command>>> = {
  demo: async () => (await import('./commands/demo.js')).demo,
  start: async () => (await import('./commands/demo.js')).start,
  observe: async () => (await import('./commands/observe.js')).observe,
  call: async () => (await import('./commands/call.js')).call,
  route: async () => (await import('./commands/call.js')).route,
  listen: async () => (await import('./commands/call.js')).listen,
  'config:apply': async () => (await import('./commands/admin.js')).applyFiles,
  'config:diff': async () => (await import('./commands/admin.js')).compareFile,
  'config:history': async () => (await import('./commands/admin.js')).listVersions,
  keys: async () => (await import('./commands/admin.js')).keys,
  'ledger:top-up': async () => (await import('./commands/admin.js')).topUp,
  'ledger:check': async () => (await import('./commands/admin.js')).checkLedger,
  'statement:check': async () => (await import('./commands/admin.js')).checkStatement,
  'audit:check': async () => (await import('./commands/admin.js')).checkAudit,
  'audit:export': async () => (await import('./commands/admin.js')).exportAudit,
  retention: async () => (await import('./commands/admin.js')).retireMonths,
  'callbacks:redeliver': async () => (await import('./commands/admin.js')).redeliverCallbacks,
  switch: async () => (await import('./commands/admin.js')).switchRoutes,
  release: async () => (await import('./commands/admin.js')).release,
  certify: async () => (await import('./commands/admin.js')).certify,
  blocklist: async () => (await import('./commands/admin.js')).blocklist,
  'client:pack': async () => (await import('./commands/pack-client.js')).packClient,
  bench: async () => (await import('./commands/bench.js')).bench,
  test: async () => (await import('./commands/test.js')).test,
  chaos: async () => (await import('./commands/chaos.js')).chaos,
  gate: async () => (await import('./commands/gate.js')).gate,
  screenshots: async () => (await import('./commands/screenshots.js')).screenshots,
  fuzz: async () => (await import('./commands/fuzz.js')).fuzz,
  schemathesis: async () => (await import('./commands/schemathesis.js')).schemathesis,
};
/** Tests, and faults even less, must not run in the database that a developer's .env names. */
const withoutDotEnv = new Set([
  'client:pack',
  'bench',
  'test',
  'chaos',
  'gate',
  'screenshots',
  'fuzz',
  'schemathesis',
]);
/** As of git: 1 says that there are differences, so trouble needs another number. */
const troubleCodes: Readonly<Record<string, number>> = { 'config:diff': 2 };
const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/** Runs one command and ends the process with its exit code. However it ends, no child is left. */
export async function runCommand([name = '', ...words]: readonly string[], isBuilt: boolean): Promise<void> {
  const report = createReport();
  let stayingUpCode: number | undefined;
  let isEnding = false;

  const end = async (code: number) => {
    isEnding = true;
    await stopChildren();
    process.exit(code);
  };
  const interrupt = (why: string, code: number) => {
    // Whoever asks twice does not want to wait; the leashes see to the rest.
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
    if (!isBuilt && name !== 'test') throw new Failure(`"${name}" needs a build, and there is none.`);
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
