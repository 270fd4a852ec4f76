import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { findChartPrograms, type ChartPrograms } from '../../scripts/stack/chart-programs.js';
import {
  chartFolder,
  componentOf,
  renderChart,
  type Container,
  type Pod,
  type Rendered,
} from '../witnesses/render-chart.js';

/**
 * Goal: a process in a cluster is given what docker-compose.yml gives it, and no more. Method: the chart, rendered with every
 * option on, and the compose file, compared service by service.
 */
type Service = {
  readonly entrypoint?: readonly string[];
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string | number>>;
  readonly networks: readonly string[];
  readonly ports?: readonly string[];
  readonly mem_limit: string;
  readonly cpus: number;
  readonly stop_grace_period?: string;
};

const programs = await findChartPrograms();
const why = 'missing' in programs ? `, skipped: ${programs.missing}` : '';
const objects = 'missing' in programs ? [] : await render(programs);
const compose = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
};
const service = (name: string) => compose.services[name] as Service;

const processes = ['api', 'checkout', 'staff', 'worker'];
const jobs = ['migration', 'temporal-setup', 'configuration'];
/** The port of each peer in `examples/everything.yaml`; providers and merchants have any. */
const peers: Readonly<Record<number, string>> = {
  6432: 'postgres',
  7233: 'temporal',
  4318: 'traces',
  53: 'names',
};

describe.skipIf('missing' in programs)(`the chart and docker-compose.yml${why}`, () => {
  const one = (kinds: readonly string[], component: string) =>
    objects.find((object) => kinds.includes(object.kind) && componentOf(object) === component) as Rendered;
  const podOf = (component: string) => one(['Deployment', 'Job'], component).spec.template?.spec as Pod;
  const containerOf = (component: string) => podOf(component).containers[0] as Container;

  it.each([...processes, ...jobs])('%s runs the same command within the same limits', (name) => {
    const { command, args, resources } = containerOf(name);
    expect(command).toEqual(service(name).entrypoint);
    expect(args).toEqual(service(name).command);
    const memory = service(name).mem_limit.replace('m', 'Mi').replace('g', 'Gi');
    expect(resources.limits).toEqual({ cpu: String(service(name).cpus), memory });
  });

  it.each([...processes, ...jobs, 'admin'])('%s has the same variables', (name) => {
    const { env } = containerOf(name);
    const names = env.map((variable) => variable.name.replace(/_FILE$/, ''));
    const wanted = Object.entries(service(name).environment);
    expect(names).toEqual(expect.arrayContaining(wanted.map(([variable]) => variable.replace(/_FILE$/, ''))));
    const written = wanted.filter(
      ([variable, value]) => !String(value).includes('${') && variable !== 'TEMPORAL_ADDRESS',
    );
    expect(env).toEqual(
      expect.arrayContaining(written.map(([variable, value]) => ({ name: variable, value: String(value) }))),
    );
  });

  it.each([...processes, ...jobs, 'admin'])(
    '%s has no key but those it has there, each as a file',
    (name) => {
      const secret = /^(?:GATEWAY_(?:SECRET|\w+_KEYS)|\w*DATABASE_URL)(?:_FILE)?$/;
      const held = containerOf(name).env.filter((variable) => secret.test(variable.name));
      const wanted = Object.keys(service(name).environment).filter((variable) => secret.test(variable));
      expect(held.map((variable) => variable.name).toSorted()).toEqual(
        wanted.map((variable) => `${variable.replace(/_FILE$/, '')}_FILE`).toSorted(),
      );
      const text = JSON.stringify(podOf(name).volumes);
      for (const { value = '' } of held)
        expect(text).toContain(`"path":"${value.replace('/run/gateway/', '')}"`);
    },
  );

  it.each(processes)('%s may finish what is under way for as long', (name) => {
    const { terminationGracePeriodSeconds = 30, containers } = podOf(name);
    const slept = containers[0]?.lifecycle === undefined ? 0 : 5;
    expect(`${terminationGracePeriodSeconds - slept}s`).toBe(service(name).stop_grace_period);
  });

  it.each(processes)('%s is ready when it says so, and restarted for nothing but its death', (name) => {
    const { livenessProbe, readinessProbe } = containerOf(name);
    expect(readinessProbe?.httpGet.path).toBe('/health/ready');
    expect(livenessProbe?.httpGet.path).toBe('/health/live');
  });

  it.each([...processes, ...jobs, 'admin'])(
    '%s fulfils what the standard "restricted" demands of pods',
    (name) => {
      expect(podOf(name)).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
      });
      expect(containerOf(name).securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(podOf(name).volumes).toContainEqual({
        name: 'tmp',
        emptyDir: { medium: 'Memory', sizeLimit: '64Mi' },
      });
    },
  );

  it.each([...processes, ...jobs, 'admin'])('%s reaches the same, and is reached by the same', (name) => {
    const { ingress = [], egress = [] } = one(['NetworkPolicy'], name).spec;
    const portsOf = (rules: typeof ingress) =>
      rules.flatMap(({ ports }) => ports?.map(({ port }) => port) ?? [0]);
    const reached = portsOf(egress).map((port) => peers[port] ?? 'outside');
    const { networks, ports = [] } = service(name);
    const has = (network: RegExp) => networks.some((candidate) => network.test(candidate));
    const wanted = [
      'names',
      ...(has(/^books$/) ? ['postgres'] : []),
      ...(has(/^temporal/) ? ['temporal'] : []),
      // Only customers connect to the checkout from outside; it calls nothing there.
      ...(has(/^outside/) && name !== 'checkout' ? ['outside'] : []),
      ...(has(/^traces$/) ? ['traces'] : []),
    ];
    expect([...new Set(reached)].toSorted()).toEqual(wanted.toSorted());
    const open = portsOf(ingress);
    const published = ports.map((port) => Number(port.split(':').at(-1)));
    const metrics = containerOf(name).ports?.filter((port) => port.name.endsWith('metrics')) ?? [];
    const figures = has(/^figures$/) ? metrics.map(({ containerPort }) => containerPort) : [];
    expect(new Set(open)).toEqual(new Set([...published, ...figures]));
  });

  it('has the jobs of Prometheus, at the same ports', () => {
    const monitored = objects
      .filter(({ kind }) => kind === 'PodMonitor')
      .flatMap((monitor) => {
        const { podMetricsEndpoints } = monitor.spec as unknown as {
          podMetricsEndpoints: { port: string; relabelings: { replacement: string }[] }[];
        };
        const ports = containerOf(componentOf(monitor)).ports ?? [];
        return podMetricsEndpoints.map(({ port, relabelings }) => [
          relabelings[0]?.replacement,
          ports.find((candidate) => candidate.name === port)?.containerPort,
        ]);
      });
    const { scrape_configs } = parse(readFileSync('observe/prometheus.yaml', 'utf8')) as {
      scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[];
    };
    const scraped = scrape_configs.map(({ job_name, static_configs }) => [
      job_name,
      Number(static_configs[0]?.targets[0]?.split(':')[1]),
    ]);
    expect(new Set(monitored)).toEqual(new Set(scraped));
  });
});

async function render(found: ChartPrograms): Promise<readonly Rendered[]> {
  return (await renderChart(found, [`${chartFolder}/examples/everything.yaml`])).objects;
}
