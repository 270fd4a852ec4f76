import { copyRelease } from '../copy-project.js';
import { root } from '../paths.js';
import type { Command } from '../command.js';
import { revisionOf } from '../releases.js';
import { choosePorts, withFurtherPorts } from '../stack/ports.js';
import { startStack } from '../stack/start-stack.js';
import { understood } from './understood.js';

/** That of a chaos run. */
const portOffset = 7_000;
const usage = 'npm run gate -- [--from RELEASE] [--transactions N] [--seed N]';

/** Whether this build may follow the last release: it takes over from it under traffic, and is taken back. */
export const gate: Command = async ({ report, environment }, words) => {
  const [{ runGate }, { readGateOptions }, { describeGate }] = await Promise.all([
    import('../../test/chaos/run-gate.js'),
    import('../../test/chaos/gate-options.js'),
    import('../../test/chaos/gate-report.js'),
  ]);
  const { from, ...options } = understood(() => readGateOptions(words), usage);
  const revision = revisionOf(from);
  const last = await report.step(`Compiling ${from ?? revision}`, () => copyRelease(revision));
  try {
    const noDisk = 'nothing here fills one';
    const tools = { startStack, choosePorts, withFurtherPorts, root: last.folder, report, noDisk };
    const offset = Number(environment.CHAOS_PORT_OFFSET || portOffset);
    const result = await runGate(tools, { ...options, portOffset: offset, next: root });
    for (const line of describeGate(result)) report.note(line);
    return result.run.violations.length === 0 ? 0 : 1;
  } finally {
    last.remove();
  }
};
