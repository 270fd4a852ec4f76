import { buildSources } from './build.mjs';
import { installDependencies } from './install.mjs';

/**
 * Does what a fresh clone needs before any of its own programs can run: dependencies and compiled sources.
 * Takes milliseconds when both are there.
 * @param {import('./report.mjs').Report} report
 * @param {NodeJS.ProcessEnv} environment
 */
export async function bootstrap(report, environment) {
  await installDependencies(report, environment);
  await buildSources(report, environment);
}
