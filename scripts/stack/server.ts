import type { Child } from '../children.js';
import { Failure } from '../failure.mjs';

/** A Postgres or Temporal server, from outside. */
export type Server = {
  /** False for the server of DATABASE_URL or TEMPORAL_ADDRESS: everything but `stop` is refused, and `stop` does nothing. */
  readonly isOurs: boolean;
  /** Shown in reports: which server it is and where it keeps its state. */
  readonly title: string;
  readonly logFile: string | undefined;
  /** SIGKILL, as a crash of the machine would; returns when the process is gone. */
  readonly kill: () => Promise<void>;
  /** Starts it again on the same ports, also after a kill, with the state that it has kept. */
  restart(): Promise<void>;
  /** SIGSTOP, as a machine that hangs. In Postgres only the postmaster stops: open connections go on, new ones wait. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
};

/** A Temporal server. Unless its state is kept, a kill or a restart makes it forget everything. */
export type Temporal = Server & {
  /** host:port */
  readonly address: string;
  readonly namespace: string;
  /** Kills it, deletes what it kept, and starts it again, empty. */
  forget(): Promise<void>;
};

/** The operations of our own server that need only its processes; `children` returns those that run now. */
export function ownServer(
  children: () => readonly Child[],
): Pick<Server, 'isOurs' | 'kill' | 'pause' | 'resume' | 'stop'> {
  const signal = (name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT') => {
    for (const child of children()) child.signal(name);
  };
  return {
    isOurs: true,
    async kill() {
      signal('SIGKILL');
      await Promise.all(children().map((child) => child.exited));
    },
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    async stop() {
      await Promise.all(children().map((child) => child.stop()));
    },
  };
}

/** A server that a variable names. */
export function givenServer(variable: 'DATABASE_URL' | 'TEMPORAL_ADDRESS', title: string): Server {
  const refuse = () => {
    throw new Failure(`This server comes from ${variable}, so it is not ours to stop.`);
  };
  const kill = async () => refuse();
  return {
    isOurs: false,
    title,
    logFile: undefined,
    kill,
    restart: kill,
    pause: refuse,
    resume: refuse,
    stop: async () => undefined,
  };
}
