import { readdirSync, readFileSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { findChartPrograms, type ChartPrograms } from '../../scripts/stack/chart-programs.js';
import { chartFolder, componentOf, findFaults, kubernetes, renderChart } from '../witnesses/render-chart.js';

/**
 * Goal: helm makes sound objects of the chart. Method: renders it with the fewest values and with every option on; a validator
 * knows the schemas of Kubernetes, of the Prometheus Operator and of KEDA. No cluster takes part.
 */
const programs = await findChartPrograms();
const why = 'missing' in programs ? `, skipped: ${programs.missing}` : '';
const found = programs as ChartPrograms;
const example = (name: string) => `${chartFolder}/examples/${name}.yaml`;
const examples = ['minimal', 'everything'];

describe.skipIf('missing' in programs)(`the chart${why}`, () => {
  it.each(examples)('renders with the values of %s, without a fault', async (name) => {
    const { text, objects } = await renderChart(found, [example(name)]);
    expect(objects.length).toBeGreaterThan(20);
    expect(await findFaults(found, text)).toBe('');
    const lint = await promisify(execFile)(found.helm, [
      'lint',
      '--strict',
      chartFolder,
      '--kube-version',
      kubernetes,
      '--values',
      example(name),
    ]);
    expect(lint.stdout).toContain('0 chart(s) failed');
  });

  it.each([
    ['readinessProbe', 'readinessprobe'],
    ['podSelector', 'podSelectors'],
    ['podMetricsEndpoints', 'podMetricEndpoints'],
    ['minReplicaCount', 'minReplicas'],
    ['expr', 'expression'],
  ])('would be found to have a fault if %s were %s', async (right, wrong) => {
    const { text } = await renderChart(found, [example('everything')]);
    expect(await findFaults(found, text.replace(new RegExp(`\\b${right}:`), `${wrong}:`))).toContain(wrong);
  });

  it('is not installed without the values that it needs, which it names', async () => {
    const words = await renderChart(found, []).then(
      () => '',
      ({ stderr }: { readonly stderr: string }) => stderr,
    );
    for (const name of ['urls', 'keys', 'database', 'temporal', 'configuration', 'networkPolicy']) {
      expect(words).toContain(name);
    }
  });

  it('migrates, prepares Temporal and applies the configuration before it replaces a process', async () => {
    const { objects } = await renderChart(found, [example('everything')]);
    const hooks = objects.filter(
      ({ metadata }) => metadata.annotations?.['helm.sh/hook'] === 'pre-install,pre-upgrade',
    );
    const weight = (one: (typeof hooks)[number]) => Number(one.metadata.annotations?.['helm.sh/hook-weight']);
    const jobs = hooks
      .filter(({ kind }) => kind === 'Job')
      .toSorted((left, right) => weight(left) - weight(right));
    expect(jobs.map(componentOf)).toEqual(['migration', 'temporal-setup', 'configuration']);
    expect(new Set(jobs.map(weight)).size).toBe(3);
    // What they need is there before them: the way through the network, and the configuration.
    const before = hooks.filter((hook) => weight(hook) < Math.min(...jobs.map(weight)));
    expect(before.map((one) => `${one.kind} ${componentOf(one)}`).toSorted()).toEqual([
      'ConfigMap configuration',
      'NetworkPolicy configuration',
      'NetworkPolicy migration',
      'NetworkPolicy temporal-setup',
    ]);
  });

  it('keeps workers of several releases beside each other, and lets Helm delete none that has a version', async () => {
    const { objects } = await renderChart(found, [example('everything')]);
    const workers = objects.filter((one) => one.kind === 'Deployment' && componentOf(one) === 'worker');
    const described = workers.map(({ metadata, spec }) => {
      const [container] = spec.template?.spec.containers ?? [];
      const valueOf = (name: string) => container?.env.find((one) => one.name === name)?.value;
      return [
        metadata.name,
        valueOf('WORKER_DEPLOYMENT'),
        valueOf('GATEWAY_BUILD'),
        metadata.annotations?.['helm.sh/resource-policy'],
      ];
    });
    expect(described).toEqual([
      ['gateway-worker-1-2-0', 'gateway', 'a1b2c3d', 'keep'],
      ['gateway-worker-1-1-0', 'gateway', '9f8e7d6', 'keep'],
      ['gateway-worker', '', undefined, undefined],
    ]);
  });

  it.each([{ settings: [] }, { settings: ['statements=null'] }])(
    'needs no address of finance where statements are not written ($settings)',
    async ({ settings }) => {
      const { text } = await renderChart(found, [example('minimal')], settings);
      expect(text).not.toMatch(/finance|statements/i);
    },
  );

  it('gives the workers and the commands the files of statements to read, and refuses a claim that nothing mounts', async () => {
    const { objects } = await renderChart(found, [example('everything')]);
    const deployments = objects.filter(({ kind }) => kind === 'Deployment');
    const holders = deployments.flatMap((one) => {
      const { volumes = [], containers = [] } = one.spec.template?.spec ?? {};
      const volume = volumes.find((each) => 'name' in each && each.name === 'statements');
      return volume ? [{ of: one.metadata.name, volume, mounts: containers[0]?.volumeMounts }] : [];
    });
    expect(holders.map(({ of }) => of).toSorted()).toEqual([
      'gateway-admin',
      'gateway-worker',
      'gateway-worker-1-1-0',
      'gateway-worker-1-2-0',
    ]);
    for (const { volume, mounts } of holders) {
      expect(volume).toEqual({
        name: 'statements',
        persistentVolumeClaim: { claimName: 'gateway-statements', readOnly: true },
      });
      expect(mounts).toContainEqual({ name: 'statements', mountPath: '/srv/statements', readOnly: true });
    }
    const claimed = renderChart(found, [example('minimal')], ['statements.existingClaim=files']);
    await expect(claimed).rejects.toThrow('/statements/enabled');
  });

  it('leaves the number of processes to an autoscaler where there is one', async () => {
    const { objects } = await renderChart(found, [example('everything')]);
    const replicas = objects
      .filter(({ kind }) => kind === 'Deployment')
      .map(({ metadata, spec }) => [metadata.name, 'replicas' in spec]);
    expect(Object.fromEntries(replicas)).toMatchObject({
      'gateway-api': false,
      'gateway-worker-1-2-0': false,
      'gateway-worker-1-1-0': true,
      'gateway-checkout': true,
    });
  });

  it('has the alerts of observe/alerts', async () => {
    const { objects } = await renderChart(found, [example('everything')]);
    const rendered = objects
      .filter(({ kind }) => kind === 'PrometheusRule')
      .flatMap(({ spec }) => spec.groups ?? []);
    const files = readdirSync('observe/alerts').filter((name) => name.endsWith('.yaml'));
    const groups = files.flatMap(
      (name) =>
        (parse(readFileSync(`observe/alerts/${name}`, 'utf8')) as { readonly groups: object[] }).groups,
    );
    expect(rendered).toEqual(groups);
  });
});
