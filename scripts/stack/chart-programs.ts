import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { inRepository } from '../paths.js';
import { createReport, type Report } from '../report.js';
import { cacheFolder, keepInCache } from './cache.js';
import { buildFromModules } from './go-build.js';
import type { Missing } from './prometheus-programs.js';

export type ChartPrograms = {
  readonly helm: string;
  /** Validates objects against the schemas of Kubernetes, which are inside the program, and of `definitions`. */
  readonly kubectlValidate: string;
  /** Folder of the definitions of PodMonitor, PrometheusRule and ScaledObject. */
  readonly definitions: string;
};

const tools = 'tools/chart';
const definitionFiles: Readonly<Record<string, readonly string[]>> = {
  'github.com/prometheus-operator/prometheus-operator': [
    'example/prometheus-operator-crd/monitoring.coreos.com_podmonitors.yaml',
    'example/prometheus-operator-crd/monitoring.coreos.com_prometheusrules.yaml',
  ],
  'github.com/kedacore/keda/v2': ['config/crd/bases/keda.sh_scaledobjects.yaml'],
};

/**
 * What renders and validates the Helm chart: programs and definitions in this user's cache, else made of the Go modules that
 * `tools/chart` pins, once. Returns the reason where that does not work, as without Go.
 */
export async function findChartPrograms(report: Report = createReport()): Promise<ChartPrograms | Missing> {
  try {
    const helm = await findProgram('helm', 'helm.sh/helm/v3', 'cmd/helm', report);
    const kubectlValidate = await findProgram('kubectl-validate', 'sigs.k8s.io/kubectl-validate', '', report);
    return { helm, kubectlValidate, definitions: await findDefinitions(report) };
  } catch (error) {
    return { missing: error instanceof Error ? error.message : String(error) };
  }
}

async function findProgram(name: string, module: string, command: string, report: Report): Promise<string> {
  const version = pinnedVersion(name, module);
  const target = join(cacheFolder(process.env), `${name}-${version}`);
  const program = {
    target,
    name: `${name} ${version}`,
    isThere: () => spawnSync(target, ['version'], { timeout: 20_000 }).error === undefined,
    async get(folder: string, progress: { doing(text: string): void }) {
      progress.doing(`Building ${name} ${version} from Go modules (once; takes minutes)`);
      const output = join(folder, name);
      const commands = [command === '' ? module : `${module}/${command}`];
      const problem = await buildFromModules({ modules: `${tools}/${name}`, commands, output }, process.env);
      if (problem !== undefined) throw new Error(`${name} could not be built: ${problem}`);
      return { made: output, how: 'built from Go modules' };
    },
  };
  await keepInCache(program, report);
  return target;
}

async function findDefinitions(report: Report): Promise<string> {
  const modules = Object.keys(definitionFiles).map((module) => [
    module,
    pinnedVersion('definitions', module),
  ]);
  const target = join(
    cacheFolder(process.env),
    `chart-definitions-${modules.map(([, version]) => version).join('-')}`,
  );
  const download = async (folder: string) => {
    const made = join(folder, 'definitions');
    mkdirSync(made);
    for (const [module = '', version = ''] of modules) {
      const source = fetchModule(`${module}@${version}`);
      for (const file of definitionFiles[module] ?? []) {
        copyFileSync(join(source, file), join(made, basename(file)));
      }
    }
    return { made, how: 'from Go modules' };
  };
  const definitions = { target, name: 'definitions for the chart', isThere: () => existsSync(target) };
  await keepInCache({ ...definitions, get: download }, report);
  return target;
}

/** The folder of a module at a version, checked against the sums in `tools/chart/definitions`. */
function fetchModule(module: string): string {
  const { status, stdout, stderr } = spawnSync('go', ['mod', 'download', '-json', module], {
    cwd: inRepository(tools, 'definitions'),
    env: { ...process.env, GOFLAGS: '', GOWORK: 'off' },
    encoding: 'utf8',
  });
  if (status !== 0)
    throw new Error(`${module} could not be fetched: ${stderr || stdout || 'Go is not installed'}`);
  return (JSON.parse(stdout) as { readonly Dir: string }).Dir;
}

function pinnedVersion(folder: string, module: string): string {
  const text = readFileSync(inRepository(tools, folder, 'go.mod'), 'utf8');
  const version = new RegExp(`${module.replaceAll('.', '\\.')} (v[\\d.]+)`).exec(text)?.[1];
  if (version === undefined) throw new Error(`${tools}/${folder}/go.mod does not name ${module}`);
  return version;
}
