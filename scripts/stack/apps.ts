import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { request } from 'undici';

import { awaitReady, startProgram, type Exit } from '../children.js';
import { Failure } from '../failure.mjs';
import { shown } from '../paths.js';
import type { Report } from '../report.js';
import { builtProgram } from './built-program.js';
import { attentionOfAll, watchLog } from './log-watch.js';

const start = { seconds: 120, pollMilliseconds: 50 };
const drainSeconds = 15;
const requestMilliseconds = 2_000;
const lastLinesMax = 5;

const first = { instance: '' } as const;
const second = { instance: '2' } as const;
const third = { instance: '3' } as const;
const worker = { folder: 'worker', readyPath: '/health/ready', portVariable: 'WORKER_PORT' } as const;
const api = { folder: 'api', readyPath: '/health/ready', portVariable: 'API_PORT' } as const;
const checkout = { folder: 'checkout', readyPath: '/health/live', portVariable: 'CHECKOUT_PORT' } as const;

/**
 * Each app: its folder, the path that answers 200 once it can do its work, and the variable that sets its port.
 * `worker2`, `api2` and so on are further instances, for a stack that asks for them; `instance` ends the names of their ports.
 */
export const appTable = {
  sandbox: { ...first, folder: 'sandbox', readyPath: '/health/live', portVariable: 'SANDBOX_PORT' },
  worker: { ...first, ...worker },
  worker2: { ...second, ...worker },
  worker3: { ...third, ...worker },
  api: { ...first, ...api },
  api2: { ...second, ...api },
  api3: { ...third, ...api },
  checkout: { ...first, ...checkout },
  checkout2: { ...second, ...checkout },
  staff: { ...first, folder: 'staff', readyPath: '/health/ready', portVariable: 'STAFF_PORT' },
} as const;

export type AppName = keyof typeof appTable;
export const appNames = Object.keys(appTable) as AppName[];

export type App = {
  readonly pid: number;
  /** Everything it printed since the stack started, also before a restart. */
  readonly logFile: string;
  /** Starts it after a kill or a stop; returns when it can do its work. */
  start(): Promise<void>;
  /** Sends the signal (by default SIGKILL) and returns when the process is gone. */
  kill(signal?: 'SIGKILL' | 'SIGTERM' | 'SIGINT'): Promise<Exit>;
  /** SIGSTOP, as a machine that hangs. */
  pause(): void;
  resume(): void;
  /** Drains, ends and starts it again; from then on with these variables changed, and of the build in that folder. */
  restart(environment?: Readonly<Record<string, string>>, build?: string): Promise<void>;
  /** Drains and ends. */
  stop(): Promise<void>;
};

export type TellExit = (name: string, exit: Exit, logFile: string) => void;

type AppOptions = {
  readonly name: AppName;
  readonly environment: NodeJS.ProcessEnv;
  readonly port: number;
  readonly dataDirectory: string;
  /** The folder of the compiled project that is run; by default this one. */
  readonly build?: string | undefined;
  readonly report: Report;
  /** Not called for an app that never became ready: that is a failure to start. */
  readonly onUnexpectedExit: TellExit;
};

/** Starts one app and returns when it can do its work. */
export async function startApp(options: AppOptions): Promise<App> {
  const { name, port, dataDirectory, report, onUnexpectedExit } = options;
  const { folder, readyPath, portVariable } = appTable[name];
  let program = builtProgram(folder, options.build);
  const logFile = join(dataDirectory, 'logs', `${name}.log`);
  mkdirSync(dirname(logFile), { recursive: true });
  writeFileSync(logFile, '');
  let environment = { ...options.environment, [portVariable]: String(port) };

  const launch = async () => {
    const log = watchLog(name, logFile, report.warn);
    let isReady = false;
    const launched = startProgram([program], {
      environment,
      logFile,
      graceSeconds: drainSeconds,
      leavesFirst: true,
      onUnexpectedExit: (exit) => isReady && onUnexpectedExit(name, exit, logFile),
    });
    void launched.exited.then(() => log.stop());
    const outcome = await awaitReady(launched, () => answersOk(port, readyPath), start);
    isReady = outcome === 'ready';
    if (isReady) return launched;
    const what =
      typeof outcome === 'object'
        ? `ended with ${outcome.signal ?? `code ${outcome.code}`}`
        : `did not answer ${readyPath} with 200 within ${start.seconds} s`;
    const telling = attentionOfAll(readFileSync(logFile, 'utf8')).slice(-lastLinesMax);
    throw new Failure(`${name} ${what}.`, [...telling, `Read ${shown(logFile)}.`]);
  };

  let child = await launch();
  const app: App = {
    get pid() {
      return child.pid;
    },
    logFile,
    async start() {
      if (child.exit() !== undefined) child = await launch();
    },
    async stop() {
      await child.stop();
    },
    kill(signal = 'SIGKILL') {
      child.signal(signal);
      return child.exited;
    },
    pause: () => child.signal('SIGSTOP'),
    resume: () => child.signal('SIGCONT'),
    async restart(changed = {}, build) {
      await app.stop();
      if (build !== undefined) program = builtProgram(folder, build);
      environment = { ...environment, ...changed };
      await app.start();
    },
  };
  return app;
}

async function answersOk(port: number, path: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(`http://127.0.0.1:${port}${path}`, {
      // An open connection would keep a draining app waiting.
      reset: true,
      signal: AbortSignal.timeout(requestMilliseconds),
    });
    await body.dump();
    return statusCode === 200;
  } catch {
    return false;
  }
}
