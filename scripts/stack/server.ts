import type { Child } from '../children.js';
import { Failure } from '../failure.mjs';

/** A Postgres or Temporal server, from outside. */
export type Server = {
  /** False when DATABASE_URL or TEMPORAL_ADDRESS names it; then it refuses everything but `stop`, which does nothing. */
  readonly isOurs: boolean;
  /** Which one it is and where it keeps its state, for who reads a report. */
  readonly title: string;
  readonly logFile: string | undefined;
  /** SIGKILL, as a crash of the machine would; returns when the process is gone. */
  readonly kill: () => Promise<void>;
  /** Starts it again on the same ports, after a kill too. It comes back with what it has kept. */
  restart(): Promise<void>;
  /** SIGSTOP, as a machine that hangs; of Postgres only the postmaster: nobody new gets in, who is in goes on. */
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

/** What a server of our own does by its processes alone; `children` are those that run now. */
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
