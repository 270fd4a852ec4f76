import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { runToEnd } from './children.mjs';
import { Failure } from './failure.mjs';
import { bootstrapLock } from './install.mjs';
import { waitForLock } from './lock.mjs';
import { inRepository } from './paths.mjs';

const folders = [
  'apps',
  'libs',
  'tools',
  'test/bench',
  'test/browser',
  'test/chaos',
  'test/fuzz',
  'test/support',
];
const files = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
const stamp = inRepository('dist/.build-stamp');
const flowBundler = 'dist/apps/worker/src/bundle-workflows.js';
const errorLinesMax = 12;

/**
 * Compiles TypeScript and bundles the flows, when anything that goes into them has changed since the last time.
 * @param {import('./report.mjs').Report} report
 * @param {NodeJS.ProcessEnv} environment
 */
export async function buildSources(report, environment) {
  const sources = fingerprint();
  if (isBuilt(sources)) return;
  await report.step('Compiling TypeScript', async (progress) => {
    const lock = await waitForLock(bootstrapLock, 'builds', ({ pid }) =>
      progress.doing(`Waiting for another run (pid ${pid}) to install and build`),
    );
    try {
      if (isBuilt(sources)) return;
      progress.doing('Compiling TypeScript');
      await compile(environment);
      progress.doing('Bundling the flows');
      await bundleFlows(environment);
      mkdirSync(inRepository('dist'), { recursive: true });
      writeFileSync(stamp, sources);
    } finally {
      lock.release();
    }
    progress.done('TypeScript compiled, flows bundled');
  });
}

/** @param {string} sources */
function isBuilt(sources) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sources;
}

/** @param {NodeJS.ProcessEnv} environment */
async function compile(environment) {
  rmSync(stamp, { force: true });
  const compiler = inRepository('node_modules/typescript/bin/tsc');
  const { code, output } = await runToEnd(process.execPath, [compiler, '-p', 'tsconfig.build.json'], {
    environment,
  });
  if (code !== 0) throw new Failure('The TypeScript sources do not compile.', errorLines(output));
}

/** @param {NodeJS.ProcessEnv} environment */
async function bundleFlows(environment) {
  if (!existsSync(inRepository(flowBundler))) return;
  const { code, output } = await runToEnd(process.execPath, [flowBundler], { environment });
  if (code !== 0) throw new Failure('The flows cannot be bundled.', errorLines(output));
}

/** @param {string} output */
function errorLines(output) {
  return output
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, errorLinesMax);
}

/** A hash over the names and contents of everything that is compiled. */
function fingerprint() {
  const hash = createHash('sha256').update(process.version);
  for (const file of [...files, ...folders.flatMap(filesBelow)].toSorted()) {
    hash.update(`\0${file}\0`).update(readFileSync(inRepository(file)));
  }
  return hash.digest('hex');
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesBelow(folder) {
  if (!existsSync(inRepository(folder))) return [];
  return readdirSync(inRepository(folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(inRepository().length + 1));
}
