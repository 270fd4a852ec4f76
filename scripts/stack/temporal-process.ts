import { readFileSync } from 'node:fs';

import { Connection } from '@temporalio/client';

import { awaitReady, startOnLeash, type Child } from '../children.js';
import { Failure } from '../failure.mjs';
import { shown } from '../paths.js';
import type { TellExit } from './apps.js';

const start = { seconds: 60, pollMilliseconds: 50 };
const probeMilliseconds = 2_000;
const lastLinesMax = 3;

/** Looks again at once, as the server comes up in a second; and never through a proxy, as it is on this machine. */
const channelArgs = {
  'grpc.initial_reconnect_backoff_ms': 50,
  'grpc.max_reconnect_backoff_ms': 100,
  'grpc.enable_http_proxy': 0,
};

/**
 * Dynamic configuration of every server that we start, as name=JSON. Without the first four it waits 50 ms at every hop of a task.
 * With several partitions a queue is not first come, first served: tasks wait in one partition while the polls of a
 * single worker wait at another.
 */
export const dynamicSettings = [
  'history.transferProcessorMaxPollRPS=1000',
  'history.timerProcessorMaxPollRPS=1000',
  'history.visibilityProcessorMaxPollRPS=1000',
  'system.enableActivityEagerExecution=true',
  // A process that hangs answers no ping: its polls, which would swallow tasks, end within seconds.
  'frontend.keepAliveTime="4s"',
  'frontend.keepAliveTimeout="2s"',
  'matching.numTaskqueueReadPartitions=1',
  'matching.numTaskqueueWritePartitions=1',
] as const;

export type TemporalProcess = {
  readonly file: string;
  readonly serverArguments: readonly string[];
  /** host:port */
  readonly address: string;
  readonly namespace: string;
  readonly logFile: string;
  readonly onUnexpectedExit?: TellExit | undefined;
};

/** Starts a Temporal server on a leash and returns when it answers for the namespace. */
export async function launchTemporal(options: TemporalProcess): Promise<Child> {
  const { file, serverArguments, address, namespace, logFile, onUnexpectedExit } = options;
  const child = startOnLeash(file, serverArguments, {
    // The command reads TEMPORAL_* as its own options, and ours mean the clients.
    environment: Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !name.startsWith('TEMPORAL_')),
    ),
    logFile,
    // Its database survives a kill and its memory is lost in any case, so an orderly end would gain nothing.
    stopSignal: 'SIGKILL',
    onUnexpectedExit: (exit) => onUnexpectedExit?.('Temporal', exit, logFile),
  });
  if ((await awaitReady(child, () => knowsNamespace(address, namespace), start)) === 'ready') return child;
  const said = readFileSync(logFile, 'utf8').trim().split('\n').slice(-lastLinesMax);
  throw new Failure('The Temporal server did not start.', [...said, `Read ${shown(logFile)}.`]);
}

/** Asks for the namespace, which a server returns only once it is completely up. */
async function knowsNamespace(address: string, namespace: string): Promise<boolean> {
  const connection = Connection.lazy({ address, channelArgs });
  try {
    await connection.withDeadline(Date.now() + probeMilliseconds, () =>
      connection.workflowService.describeNamespace({ namespace }),
    );
    return true;
  } catch {
    return false;
  } finally {
    await connection.close();
  }
}
