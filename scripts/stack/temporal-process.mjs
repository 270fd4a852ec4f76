import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { startOnLeash } from '../children.mjs';
import { Failure } from '../failure.mjs';
import { shown } from '../paths.mjs';
import { namespaceAnswers } from './temporal-probe.mjs';

const readySeconds = 60;
const pollMilliseconds = 50;

/**
 * What every server of our own is told, as name=JSON. Without the first four it waits 50 ms at every hop of a task.
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
];

/**
 * Starts a Temporal server on a leash and returns when it answers for the namespace.
 * @param {object} options
 * @param {string} options.file
 * @param {readonly string[]} options.serverArguments
 * @param {string} options.address host:port
 * @param {string} options.namespace
 * @param {string} options.logFile
 * @param {import('./apps.mjs').TellExit} [options.onUnexpectedExit]
 */
export async function launchTemporal(options) {
  const { address, namespace, logFile } = options;
  const child = launchOnLeash(options);
  const until = Date.now() + readySeconds * 1_000;
  while (Date.now() < until && child.exit() === undefined) {
    if (await namespaceAnswers(address, namespace)) return child;
    await sleep(pollMilliseconds);
  }
  await child.stop();
  throw new Failure('The Temporal server did not start.', [...lastLines(logFile), `Read ${shown(logFile)}.`]);
}

/** @param {Pick<Parameters<typeof launchTemporal>[0], 'file' | 'serverArguments' | 'logFile' | 'onUnexpectedExit'>} options */
function launchOnLeash({ file, serverArguments, logFile, onUnexpectedExit }) {
  // The command reads TEMPORAL_* as its own options, and ours mean the clients.
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('TEMPORAL_')),
  );
  mkdirSync(dirname(logFile), { recursive: true });
  const output = openSync(logFile, 'a');
  const child = startOnLeash(file, serverArguments, {
    environment,
    output,
    // What it has written to its database survives a kill, what is in memory is lost anyway: nothing to end in order.
    stopSignal: 'SIGKILL',
    onUnexpectedExit: (exit) => onUnexpectedExit?.('Temporal', exit, logFile),
  });
  closeSync(output);
  return child;
}

/** @param {string} logFile */
function lastLines(logFile) {
  return readFileSync(logFile, 'utf8').trim().split('\n').slice(-3);
}
