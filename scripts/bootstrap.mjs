import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { Failure } from './failure.mjs';
import { waitForLock } from './lock.mjs';

const scripts = dirname(fileURLToPath(import.meta.url));
const root = dirname(scripts);
const buildInfo = join(root, 'dist/.tsbuildinfo');
/** What the build writes last. */
const workflows = join(root, 'dist/workflows.js');
const workflowBundler = join(root, 'dist/apps/worker/src/bundle-workflows.js');
const graceSeconds = '10';
const errorLinesMax = 12;
const silentMilliseconds = 2_000;
const reminderMilliseconds = 30_000;

/**
 * What a fresh clone needs before any of its own programs can run: dependencies, compiled sources and the bundles of apps
 * and workflows. What is up to date stays. One run at a time: the lock lies in the repository because that is what it guards.
 * Throws a Failure when the dependencies cannot be installed.
 * @returns {Promise<boolean>} whether the sources compile; the errors have been printed, and the scripts run nevertheless
 */
export async function bootstrap() {
  const lock = await waitForLock(join(root, '.data/bootstrap.lock'), 'installs and builds', ({ pid }) =>
    console.log(`… Waiting for another run (pid ${pid}) to install and build`),
  );
  try {
    if (!dependenciesAreInstalled()) {
      await step('Installing dependencies (npm ci)', install);
      await installHooks(root);
    }
    await step('Compiling TypeScript', compile);
    return true;
  } catch (error) {
    if (!(error instanceof BuildFailure)) throw error;
    console.log(`✖ ${error.message}`);
    return false;
  } finally {
    lock.release();
  }
}

/** The sources do not compile. */
class BuildFailure extends Error {}

/**
 * Compares package-lock.json with the list npm leaves in node_modules. Only optional packages may be absent: those of
 * other platforms are. An interrupted installation, one without development packages and an older one all differ.
 */
function dependenciesAreInstalled() {
  const installed = packagesIn('node_modules/.package-lock.json');
  return Object.entries(packagesIn('package-lock.json')).every(([path, { version, optional }]) =>
    installed[path] === undefined ? path === '' || optional === true : installed[path].version === version,
  );
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}

async function install() {
  // The compiler does not look into packages again by itself.
  rmSync(buildInfo, { force: true });
  // NODE_ENV=production would leave out what the build needs.
  const { NODE_ENV: _, ...environment } = process.env;
  const options = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  const { code, output } = await run([...npmCommand(), ...options], environment);
  if (code === 0) return 'Dependencies installed';
  const lines = output.split('\n').filter((line) => /^npm (error|ERR!) (?!\s+at )\S/.test(line));
  throw new Failure(`npm ci ended with code ${code}.`, [
    ...lines.slice(0, errorLinesMax),
    'Check that the npm registry can be reached, then run "npm ci" by hand to see its full output.',
  ]);
}

/**
 * The pre-push hook of `package.json`, in a git repository only: a tarball and an image have none. A repository that
 * refuses the hook is not a reason to fail.
 * @param {string} folder
 */
export async function installHooks(folder) {
  if (!existsSync(join(folder, '.git'))) return;
  await run([process.execPath, join(root, 'node_modules/simple-git-hooks/cli.js')], process.env, folder);
}

/** The npm that runs us, so that its settings hold; else the one on PATH. */
export function npmCommand() {
  const file = process.env.npm_execpath;
  return file?.endsWith('npm-cli.js') && existsSync(file) ? [process.execPath, file] : ['npm'];
}

/** Brings everything compiled up to date. Says nothing where it was. */
async function compile() {
  const before = modifiedAt(buildInfo);
  await build('The TypeScript sources do not compile.', [
    join(root, 'node_modules/typescript-7/bin/tsc'),
    '--build',
    'tsconfig.build.json',
  ]);
  if (modifiedAt(workflows) < modifiedAt(buildInfo)) {
    await build('The apps cannot be bundled.', [join(root, 'node_modules/rolldown/bin/cli.mjs'), '-c']);
    await build('The workflows cannot be bundled.', [workflowBundler]);
  }
  return modifiedAt(buildInfo) > before ? 'TypeScript compiled, apps and workflows bundled' : undefined;
}

/**
 * @param {string} complaint
 * @param {readonly string[]} program
 */
async function build(complaint, program) {
  const { code, output } = await run([process.execPath, ...program], process.env);
  if (code === 0) return;
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  throw new BuildFailure(
    [complaint, ...lines.slice(0, errorLinesMax).map((line) => `  → ${line}`)].join('\n'),
  );
}

/** @param {string} file */
function modifiedAt(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/**
 * Runs a command to its end, on a leash: it ends when this process does, however this process ends.
 * @param {readonly string[]} command
 * @param {NodeJS.ProcessEnv} environment
 * @param {string} folder
 */
async function run(command, environment, folder = root) {
  const child = spawn(process.execPath, [join(scripts, 'leash.mjs'), 'SIGTERM', graceSeconds, ...command], {
    cwd: folder,
    env: environment,
    detached: true,
  });
  const [[code], output, errors] = await Promise.all([
    once(child, 'close'),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, output: output + errors };
}

/**
 * Says that the work runs when it takes long, and at the end what was done.
 * @param {string} doing
 * @param {() => Promise<string | undefined>} work returns what was done, undefined for nothing
 */
async function step(doing, work) {
  const startedAt = Date.now();
  const seconds = () => `${Math.round((Date.now() - startedAt) / 1_000)} s`;
  const first = setTimeout(() => console.log(`… ${doing}`), silentMilliseconds);
  const others = setInterval(() => console.log(`… ${doing}, ${seconds()} so far`), reminderMilliseconds);
  try {
    const done = await work();
    if (done !== undefined) console.log(`✔ ${done} (${seconds()})`);
  } finally {
    clearTimeout(first);
    clearInterval(others);
  }
}
