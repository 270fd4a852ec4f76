import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import type { ChartPrograms } from '../../scripts/stack/chart-programs.js';

export const chartFolder = 'deploy/chart';
/** The newest one whose schemas kubectl-validate has. A helm that is built from modules takes 1.20 for granted. */
export const kubernetes = '1.30';

export type Container = {
  readonly image: string;
  readonly command?: readonly string[];
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: object }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly resources: { readonly limits: { readonly cpu: string; readonly memory: string } };
  readonly volumeMounts?: readonly object[];
  readonly lifecycle?: object;
  readonly securityContext: object;
  readonly livenessProbe?: { readonly httpGet: { readonly path: string } };
  readonly readinessProbe?: { readonly httpGet: { readonly path: string } };
};
export type Pod = {
  readonly terminationGracePeriodSeconds?: number;
  readonly containers: readonly Container[];
  readonly volumes: readonly object[];
  readonly securityContext: object;
};
type Labels = Readonly<Record<string, string>>;
type Rule = { readonly ports?: readonly { readonly port: number }[] } & Readonly<
  Record<'from' | 'to', unknown>
>;
export type Rendered = {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels: Labels;
    readonly annotations?: Labels;
  };
  readonly spec: {
    readonly template?: { readonly spec: Pod };
    readonly ingress?: readonly Rule[];
    readonly egress?: readonly Rule[];
    readonly groups?: readonly object[];
  };
};

export const componentOf = ({ metadata }: Rendered) => metadata.labels['app.kubernetes.io/component'] ?? '';

/** The objects that an installation named `gateway` would make, of values in files. Throws what helm says against them. */
export async function renderChart(
  { helm }: ChartPrograms,
  files: readonly string[],
  settings: readonly string[] = [],
): Promise<{ readonly text: string; readonly objects: readonly Rendered[] }> {
  const words = [
    'template',
    'gateway',
    chartFolder,
    '--namespace',
    'payments',
    '--kube-version',
    kubernetes,
    ...files.flatMap((file) => ['--values', file]),
    ...settings.flatMap((setting) => ['--set', setting]),
  ];
  const { stdout: text } = await promisify(execFile)(helm, words, { maxBuffer: 16_000_000 });
  const documents = parseAllDocuments(text, { version: '1.1' });
  const objects = documents
    .map((document) => document.toJS() as Rendered | null)
    .filter((one) => one !== null);
  return { text, objects };
}

/** What kubectl-validate says against the objects: a line for each fault, none if there are no faults. */
export async function findFaults(
  { kubectlValidate, definitions }: ChartPrograms,
  text: string,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-chart-'));
  const file = join(folder, 'rendered.yaml');
  writeFileSync(file, text);
  try {
    const words = [file, '--version', kubernetes, '--local-crds', definitions];
    // It would ask the cluster of a person's configuration first.
    const env = { ...process.env, KUBECONFIG: join(folder, 'none') };
    return await promisify(execFile)(kubectlValidate, words, { maxBuffer: 16_000_000, env }).then(
      () => '',
      ({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }) => `${stdout}${stderr}`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
