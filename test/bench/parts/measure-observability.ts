import { setTimeout as sleep } from 'node:timers/promises';
import { openEndpoint } from '../../fakes/endpoint.js';
import { readCpu, type CpuSeconds } from '../measures/process-usage.js';
import type { BenchOptions } from '../read-options.js';
import type { Stage } from '../stage.js';

/** CPU of one payment, milliseconds, with all observability and without any. */
export type ObservabilityResult = {
  readonly parallel: number;
  readonly payments: number;
  readonly rounds: readonly { readonly seen: CpuSeconds; readonly unseen: CpuSeconds }[];
};

const parallel = 32;
const warmUpMs = 20_000;
/** Short, so that both halves of a round meet the same machine. */
const halfMs = 5_000;
/** As Prometheus does by observe/prometheus.yml. */
const scrapeEveryMs = 15_000;

/**
 * What figures, log lines and traces of one payment in a hundred cost: payments without a pause, while the processes
 * themselves switch all of it off and on again (measures/unseen-on-request.ts).
 */
export async function measureObservability(
  stage: Stage,
  options: BenchOptions,
): Promise<ObservabilityResult> {
  const { api, worker } = stage.stack.apps;
  const receiver = await openEndpoint(() => ({ status: 200, body: '{}' }));
  const environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.01',
    NODE_OPTIONS: `--import=${import.meta.resolve('../measures/unseen-on-request.js')}`,
  };
  await Promise.all([api.restart(environment), worker.restart(environment)]);
  const load = drive(stage);
  const scrapes = setInterval(() => scrape(stage), scrapeEveryMs);
  const rounds: { seen: CpuSeconds; unseen: CpuSeconds }[] = [];
  try {
    return await stage.report.step(`Measuring ${options.rounds} rounds with and without`, async () => {
      await sleep(warmUpMs);
      const before = load.ended();
      let isSeen = true;
      for (let round = 0; round < options.rounds; round += 1) {
        const first = await measureHalf(stage, load);
        isSeen = !isSeen;
        [api, worker].forEach(({ pid }) => process.kill(pid, 'SIGUSR2'));
        const second = await measureHalf(stage, load);
        // The next round begins as this one ended, so that neither comes first more often.
        rounds.push(isSeen ? { seen: second, unseen: first } : { seen: first, unseen: second });
      }
      return { parallel, payments: load.ended() - before, rounds };
    });
  } finally {
    clearInterval(scrapes);
    await load.stop();
    receiver.close();
    const plain = { OTEL_EXPORTER_OTLP_ENDPOINT: '', NODE_OPTIONS: '' };
    await Promise.all([api.restart(plain), worker.restart(plain)]);
  }
}

type Load = { ended(): number; stop(): Promise<unknown> };

/** Runs `parallel` payments at a time until it is stopped. */
function drive(stage: Stage): Load {
  let ended = 0;
  let isOver = false;
  const lane = async () => {
    while (!isOver) {
      await stage.payment.run();
      ended += 1;
    }
  };
  const lanes = Promise.all(Array.from({ length: parallel }, lane));
  // `stop` reports it.
  lanes.catch(() => undefined);
  return {
    ended: () => ended,
    stop() {
      isOver = true;
      return lanes;
    },
  };
}

async function measureHalf(stage: Stage, load: Load): Promise<CpuSeconds> {
  const before = { cpu: readCpu(stage.processes), ended: load.ended() };
  await sleep(halfMs);
  const cpu = readCpu(stage.processes);
  const payments = load.ended() - before.ended;
  return Object.fromEntries(
    Object.entries(cpu).map(([name, seconds]) => [
      name,
      ((seconds - (before.cpu[name] ?? 0)) * 1_000) / payments,
    ]),
  );
}

function scrape({ stack: { ports } }: Stage): void {
  for (const port of [ports.metrics, ports.workerMetrics, ports.sdkMetrics]) {
    void fetch(`http://127.0.0.1:${port}/metrics`).then((answer) => answer.text());
  }
}
