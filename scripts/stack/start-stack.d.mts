/** `api2` and `worker2` are further instances of the same programs. */
export type AppName = 'api' | 'api2' | 'checkout' | 'sandbox' | 'worker' | 'worker2';
export type PortName = AppName | 'metrics' | 'metrics2' | 'temporal' | 'temporalUi' | 'postgres';
export type DeadlySignal = 'SIGKILL' | 'SIGTERM' | 'SIGINT';

export interface Progress {
  /** Says what the step does from now on. */
  doing(text: string): void;
  /** Says what the finished step will be called. */
  done(text: string): void;
}

export interface Report {
  step<T>(doing: string, work: (progress: Progress) => Promise<T>): Promise<T>;
  note(text: string): void;
  warn(text: string): void;
  fail(text: string): void;
  silence(): void;
  clear(): void;
}

/**
 * Where our own Temporal keeps its state: a development server in memory, or in a file of the data directory, so that it
 * can be killed and come back with it; or a server as in production with a Postgres of its own, which takes a while
 * longer to start.
 */
export type TemporalState = 'memory' | 'sqlite' | 'postgres';

export interface StackOptions {
  /** Comes on top of PORT_OFFSET. */
  readonly portOffset?: number;
  /** Instead of GATEWAY_DATA; relative to the repository. */
  readonly dataDirectory?: string;
  /** Laid over the environment of this process; undefined takes a variable away. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Instead of GATEWAY_CONFIG; relative to the repository. */
  readonly configFile?: string;
  /** Where progress is told; by default on standard output. */
  readonly report?: Report;
  /** By default in memory. */
  readonly temporalState?: TemporalState;
  /** By default one of each, without the second api and worker. To ask `Stack.apps` for one that was left out is an error. */
  readonly apps?: readonly AppName[];
}

export interface StackApp {
  readonly pid: number;
  /** Everything it printed since the stack started, also before a restart. */
  readonly logFile: string;
  /** Starts it after a kill or a stop; returns when it can do its work. */
  start(): Promise<void>;
  /** Sends the signal (by default SIGKILL) and returns when the process is gone. */
  kill(signal?: DeadlySignal): Promise<{ readonly code: number | null; readonly signal: string | null }>;
  /** Stops it in its tracks (SIGSTOP), as a machine that hangs. */
  pause(): void;
  resume(): void;
  /** Drains, ends and starts it again; with these variables changed from then on. */
  restart(environment?: Readonly<Record<string, string>>): Promise<void>;
  /** Drains and ends. */
  stop(): Promise<void>;
}

/** A Postgres or Temporal server. Refuses `kill`, `restart`, `pause` and `resume` when it was given by DATABASE_URL or TEMPORAL_ADDRESS. */
export interface StackServer {
  readonly isOurs: boolean;
  readonly logFile: string | undefined;
  /** SIGKILL; returns when the process is gone. */
  kill(): Promise<void>;
  /** Starts it again, after a kill too. Postgres comes back with its data, Temporal too unless its state is in memory. */
  restart(): Promise<void>;
  /** SIGSTOP, as a machine that hangs; of Postgres only the postmaster: nobody new gets in. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

export interface Stack {
  /** What every process of the stack got: TEMPORAL_ADDRESS, API_URL, secrets and all; DATABASE_URL is the administrator's. */
  readonly environment: Readonly<Record<string, string>>;
  /** Where each process reaches the books, as its own role; `postgres.url` is that of the tables' owner. */
  readonly databaseUrls: Readonly<Record<'api' | 'worker' | 'checkout' | 'admin', string>>;
  readonly urls: Readonly<
    Record<'api' | 'docs' | 'checkout' | 'sandbox' | 'worker' | 'metrics' | 'temporalUi', string>
  >;
  readonly ports: Readonly<Record<PortName, number>>;
  readonly apps: Readonly<Record<AppName, StackApp>>;
  readonly postgres: StackServer & {
    readonly url: string;
    /** All its processes descend from this one; undefined when it is not ours. */
    readonly pid: number | undefined;
  };
  readonly temporal: StackServer & {
    /** Which server it is and where it keeps its state, for who reads a report. */
    readonly title: string;
    readonly address: string;
    readonly namespace: string;
    /** Kills it, deletes what it kept, and starts it again, empty. */
    forget(): Promise<void>;
  };
  /** Resolves with the name of the first app or server that ends without being told to. */
  readonly broken: Promise<string>;
  /** Stops the apps, then the servers; returns when no process is left. */
  stop(): Promise<void>;
}

/** Starts the whole system; the sources must be built. Rejects with a message for a person when something is missing. */
export function startStack(options?: StackOptions): Promise<Stack>;
