import { join } from 'node:path';

import { Failure } from '../failure.mjs';
import { dataDirectoryFrom, inRepository, shown } from '../paths.js';
import type { Command } from '../command.js';
import { choosePorts, requireFreePorts, type Ports } from '../stack/ports.js';
import {
  answersOk,
  startAlertmanager,
  startObserver,
  startPrometheus,
  type ObserverOptions,
} from '../stack/prometheus.js';
import { findAlertmanager, findPrometheus } from '../stack/prometheus-programs.js';

/** Prometheus, Alertmanager where there is one, and a page with what they know of the stack on these ports. */
export const observe: Command = async ({ report, environment, stayUp }, words) => {
  if (words.length > 0) throw new Failure('observe takes no arguments.');
  const ports = choosePorts(environment);
  await requireFreePorts(ports, ['figures', 'prometheus', 'alertmanager']);
  const prometheus = await findPrometheus(report);
  if ('missing' in prometheus) {
    throw new Failure(`Found no Prometheus: ${prometheus.missing}.`, [
      'Install it so that `prometheus` and `promtool` are on PATH: apt-get install prometheus, brew install prometheus, or https://prometheus.io/download',
      'With containers: docker compose --profile observe up (docs/observability.md).',
    ]);
  }
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
    await startPrometheus(prometheus, { ...options, withAlertmanager: alertmanager !== undefined });
    await startObserver('figures', [process.execPath, inRepository('dist/tools/observe/main.js')], {
      ...options,
      environment: {
        ...environment,
        OBSERVE_PORT: String(ports.figures),
        PROMETHEUS_URL: `http://localhost:${ports.prometheus}`,
        DASHBOARDS: inRepository('observe/dashboards'),
      },
    });
    progress.done('Prometheus and the page started');
  });
  if (!(await isStackUp(ports))) {
    report.warn(`No stack answers on port ${ports.metrics} yet. Start one: npm run demo`);
  }
  for (const line of [
    '',
    `  Metrics and alerts  http://localhost:${ports.figures}`,
    `  Prometheus          http://localhost:${ports.prometheus}`,
    alertmanager === undefined
      ? '  Alertmanager        not installed'
      : `  Alertmanager        http://localhost:${ports.alertmanager} (notifies nobody here)`,
    '',
    'Ctrl-C stops it.',
  ])
    report.note(line);
  return Promise.race([ended, stayUp(0)]);
};

const isStackUp = (ports: Ports) => answersOk(`http://127.0.0.1:${ports.metrics}/metrics`);
