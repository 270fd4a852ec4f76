import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { choosePorts, portTable } from '../../scripts/stack/ports.js';
import { localAlertmanager, localPrometheus } from '../../scripts/stack/prometheus.js';
import { findAmtool } from '../../scripts/stack/prometheus-programs.js';
import { readRules } from '../../tools/generate/read-rules.js';

/** Goal: the observers of `docker compose --profile observe` and `npm run observe` see every process and deliver every alert. */
const run = promisify(execFile);

type Jobs = {
  readonly rule_files: readonly string[];
  readonly scrape_configs: readonly {
    readonly job_name: string;
    readonly static_configs: readonly { readonly targets: readonly string[] }[];
  }[];
};
type JobsInCompose = Omit<Jobs, 'scrape_configs'> & {
  readonly scrape_configs: readonly {
    readonly job_name: string;
    readonly static_configs?: readonly { readonly targets: readonly string[] }[];
    readonly dns_sd_configs?: readonly {
      readonly names: readonly string[];
      readonly type: string;
      readonly port: number;
    }[];
  }[];
};
type Service = {
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly networks?: readonly string[];
  readonly volumes?: readonly string[];
};
type Matched = { readonly source_matchers: readonly string[]; readonly target_matchers: readonly string[] };
type Alertmanager = {
  readonly receivers: readonly {
    readonly name: string;
    readonly webhook_configs: readonly { url_file: string }[];
  }[];
  readonly inhibit_rules: readonly Matched[];
};

const read = (path: string): unknown => parse(readFileSync(path, 'utf8'), { merge: true });
const { services } = read('docker-compose.yml') as { readonly services: Readonly<Record<string, Service>> };
const inCompose = read('observe/prometheus-compose.yaml') as JobsInCompose;
const onThisMachine = read('observe/prometheus.yaml') as Jobs;
const alertmanager = read('observe/alertmanager.yaml') as Alertmanager;
const alerts = readRules().flatMap(({ alert, labels }) =>
  alert === undefined ? [] : [{ alert, severity: labels?.['severity'] ?? '' }],
);

const targetsOf = ({ scrape_configs }: JobsInCompose) =>
  Object.fromEntries(
    scrape_configs
      .filter(({ job_name: name }) => name.startsWith('gateway-'))
      .map(({ job_name: name, static_configs: fixed, dns_sd_configs: looked }) => [
        name,
        [
          ...(fixed ?? []).flatMap(({ targets }) => targets),
          ...(looked ?? []).flatMap(({ names, port }) => names.map((host) => `${host}:${port}`)),
        ],
      ]),
  );

describe('Prometheus', () => {
  it('in docker-compose.yml looks at every port of figures, over a network of its own', () => {
    const figures = Object.entries(services).flatMap(([name, { environment = {} }]) =>
      Object.entries(environment)
        .filter(([variable]) => variable.endsWith('METRICS_PORT'))
        .map(([, port]) => `${name}:${port}`),
    );
    expect(Object.values(targetsOf(inCompose)).flat().toSorted()).toEqual(figures.toSorted());
    const sharing = Object.entries(services).filter(([, { networks }]) => networks?.includes('figures'));
    expect(sharing.map(([name]) => name)).toEqual(['worker', 'api', 'checkout', 'prometheus']);
    expect(services['prometheus']?.networks).toEqual(['figures', 'observers']);
  });

  it('in docker-compose.yml finds each replica of a process by its address', () => {
    const jobs = inCompose.scrape_configs.filter(({ job_name: name }) => name.startsWith('gateway-'));
    expect(jobs).toHaveLength(4);
    for (const { static_configs: fixed, dns_sd_configs: looked } of jobs) {
      expect([fixed, looked?.map(({ type }) => type)]).toEqual([undefined, ['A']]);
    }
  });

  it('has the same jobs and rules in both', () => {
    expect(Object.keys(targetsOf(inCompose))).toEqual(Object.keys(targetsOf(onThisMachine)));
    expect(inCompose.rule_files).toEqual(onThisMachine.rule_files);
  });

  it('on this machine looks at the stack of the same PORT_OFFSET', () => {
    const moved = localPrometheus(onThisMachine, choosePorts({ PORT_OFFSET: '1' }), true) as Jobs;
    const { metrics, checkoutMetrics, workerMetrics, sdkMetrics } = portTable;
    expect(Object.values(targetsOf(moved)).flat()).toEqual(
      [metrics, checkoutMetrics, workerMetrics, sdkMetrics].map(({ port }) => `localhost:${port + 1}`),
    );
    expect(moved).toMatchObject({
      alerting: { alertmanagers: [{ static_configs: [{ targets: ['localhost:9094'] }] }] },
    });
  });
});

const programs = await findAmtool();
const why = 'missing' in programs ? `, skipped: ${programs.missing}` : '';

describe.skipIf('missing' in programs)(`Alertmanager, by amtool${why}`, () => {
  const amtool = 'amtool' in programs ? programs.amtool : '';
  let folder: string;
  let file: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'gateway-alertmanager-'));
    file = join(folder, 'alertmanager.yaml');
    writeFileSync(file, stringify(localAlertmanager(alertmanager)));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('takes the configuration', async () => {
    expect((await run(amtool, ['check-config', file])).stdout).toContain('SUCCESS');
  });

  it.each([...new Set(alerts.map(({ severity }) => severity))])(
    'notifies the receivers of a %s',
    async (severity) => {
      const words = ['config', 'routes', 'test', `--config.file=${file}`, `severity=${severity}`];
      expect((await run(amtool, words)).stdout.trim()).toBe(`${severity}s`);
    },
  );
});

describe('Alertmanager', () => {
  it('reads each address where the container writes it', () => {
    const written = services['alertmanager']?.entrypoint?.join(' ') ?? '';
    for (const { webhook_configs: webhooks } of alertmanager.receivers) {
      expect(webhooks).toHaveLength(1);
      for (const { url_file: path } of webhooks) expect(written).toContain(`> ${path};`);
    }
  });

  it('holds back known alerts, and no alert for its own sake', () => {
    for (const { source_matchers: sources, target_matchers: targets } of alertmanager.inhibit_rules) {
      const [held, holding] = [targets, sources].map((matchers) => {
        const patterns = matchers.map((matcher) => /^alertname =~? "(.+)"$/.exec(matcher)?.[1] ?? matcher);
        return patterns.flatMap((pattern) =>
          pattern.split('|').map((one) => alerts.filter(({ alert }) => new RegExp(`^${one}$`).test(alert))),
        );
      }) as [(typeof alerts)[], (typeof alerts)[]];
      for (const matched of [...held, ...holding]) expect(matched).not.toEqual([]);
      expect(held.flat().filter(({ alert }) => holding.flat().some((one) => one.alert === alert))).toEqual(
        [],
      );
      // What only waits for the morning silences no pager.
      expect(new Set(holding.flat().map(({ severity }) => severity))).toEqual(new Set(['page']));
    }
  });
});

describe('Grafana', () => {
  it('does not start without a password', () => {
    const [shell = '', ...words] = services['grafana']?.entrypoint ?? [];
    const script = words.map((word) => word.replaceAll('$$', '$').replace('exec /run.sh', 'echo started'));
    const start = (password: string) =>
      spawnSync(shell, script, { env: { PATH: process.env['PATH'], GF_SECURITY_ADMIN_PASSWORD: password } });
    expect(start('').status).not.toBe(0);
    expect(String(start('').stderr)).toContain('GRAFANA_PASSWORD');
    expect(String(start('a password').stdout)).toBe('started\n');
  });

  it('finds its dashboards where they are mounted, and the datasource that they ask', () => {
    const { providers } = read('observe/grafana/dashboards.yaml') as {
      providers: { options: { path: string } }[];
    };
    for (const { options } of providers) {
      expect(services['grafana']?.volumes).toContain(`./observe/dashboards:${options.path}:ro`);
    }
    const { datasources } = read('observe/grafana/datasources.yaml') as {
      datasources: { type: string; isDefault: boolean; url: string }[];
    };
    expect(datasources).toEqual([
      expect.objectContaining({ type: 'prometheus', isDefault: true, url: 'http://prometheus:9090' }),
    ]);
  });
});

describe('the collector', () => {
  it.each([
    ['', 'debug'],
    ['https://traces.example', 'otlp_http'],
  ])('with TRACES_URL %j ends at %s', (url, exporter) => {
    const paths = (services['collector']?.command ?? []).map((word) =>
      word.replace('--config=/etc/otelcol/', 'observe/').replace('${TRACES_URL:+-onward}', url && '-onward'),
    );
    const files = paths.map((path) => read(path) as Collector);
    const exporters = files.reduce<Readonly<Record<string, unknown>>>(
      (all, file) => ({ ...all, ...file.exporters }),
      {},
    );
    expect(files.at(-1)?.service.pipelines.traces.exporters).toEqual([exporter]);
    expect(exporters).toHaveProperty(exporter);
  });
});

type Collector = {
  readonly exporters: Readonly<Record<string, unknown>>;
  readonly service: { readonly pipelines: { readonly traces: { readonly exporters: readonly string[] } } };
};
