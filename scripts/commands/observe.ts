import { join } from 'node:path';

import type { Command } from '../command.js';
import { Failure } from '../failure.mjs';
import { dataDirectoryFrom, shown } from '../paths.js';
import { choosePorts, requireFreePorts } from '../stack/ports.js';
import { answersOk, startAlertmanager, startPrometheus, type ObserverOptions } from '../stack/prometheus.js';
import { findAlertmanager, findPrometheus } from '../stack/prometheus-programs.js';

const installation =
  'Install it so that `prometheus` and `promtool` are on PATH: apt-get install prometheus, brew install prometheus, or https://prometheus.io/download';
const containers =
  'With containers, and with Grafana: docker compose --profile observe up (docs/observability.md).';

/** Prometheus with its own pages, and Alertmanager where it is installed, for the stack on these ports. */
export const observe: Command = async ({ report, environment, stayUp }, words) => {
  if (words.length > 0) throw new Failure('observe takes no arguments.');
  const ports = choosePorts(environment);
  await requireFreePorts(ports, ['prometheus', 'alertmanager']);
  const programs = await findPrometheus(report);
  if ('missing' in programs)
    throw new Failure(`Found no Prometheus: ${programs.missing}.`, [installation, containers]);
  const alertmanager = findAlertmanager();

  let end: (code: number) => void = () => undefined;
  const ended = new Promise<number>((resolve) => (end = resolve));
  const options: ObserverOptions = {
    folder: join(dataDirectoryFrom(environment), 'observe'),
    ports,
    environment,
    onUnexpectedExit(name, { code, signal }, logFile) {
      report.fail(`${name} ended by itself (${signal ?? `code ${code}`}); its log is ${shown(logFile)}`);
      end(1);
    },
  };
  await report.step('Starting Prometheus', async (progress) => {
    if (alertmanager !== undefined) await startAlertmanager(alertmanager, options);
    await startPrometheus(programs, { ...options, withAlertmanager: alertmanager !== undefined });
    progress.done('Prometheus started');
  });
  const url = `http://localhost:${ports.prometheus}`;
  if (!(await answersOk(`http://127.0.0.1:${ports.metrics}/metrics`)))
    report.warn(`No stack answers on port ${ports.metrics} yet. Start one: npm run demo`);
  // Debian's package finds its pages below /usr/share only, where just an installation puts them.
  if (!(await answersOk(`${url}/graph`)))
    report.warn(`This Prometheus has no pages, and answers its API only. ${installation}`);
  for (const line of [
    '',
    `  Metrics       ${url}/graph`,
    `  Alerts        ${url}/alerts`,
    alertmanager === undefined
      ? '  Alertmanager  not installed'
      : `  Alertmanager  http://localhost:${ports.alertmanager} (sends no notifications here)`,
    '',
    containers,
    'Ctrl-C stops it.',
  ])
    report.note(line);
  return Promise.race([ended, stayUp(0)]);
};
