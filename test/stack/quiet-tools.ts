import { choosePorts, withFurtherPorts } from '../../scripts/stack/ports.js';
import { startStack } from '../../scripts/stack/start-stack.js';
import type { StackTools } from '../chaos/chaos-stack.js';

/** For a run of chaos within a test, of this build. It says nothing: what it finds is in what it returns. */
export const quietTools: StackTools = {
  startStack,
  choosePorts,
  withFurtherPorts,
  root: process.cwd(),
  report: {
    step: (_doing, work) => work({ doing: () => undefined, done: () => undefined }),
    note: () => undefined,
    warn: () => undefined,
    fail: () => undefined,
  },
  noDisk: 'a test has no mounts of its own',
};
