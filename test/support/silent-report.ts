import type { Report } from '../../scripts/stack/start-stack.js';

/** Says nothing, not even what goes wrong: what a run finds is in what it returns. */
export const silentReport: Report = {
  step: (_doing, work) => work({ doing: () => undefined, done: () => undefined }),
  note: () => undefined,
  warn: () => undefined,
  fail: () => undefined,
};
