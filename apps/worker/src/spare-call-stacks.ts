import threads from 'node:worker_threads';

const first = new URL('workflow-thread.js', import.meta.url).href;

/**
 * Temporal's SDK takes a stack trace of every promise of every workflow, and looks each of its lines up in the bundle's source
 * map, for one query: the "Call Stack" of the Temporal UI. That is half of what a workflow costs
 * (docs/decisions/0036). The SDK has no option for it, so its threads are started with a module that leaves the hook out.
 */
export function spareCallStacks(): void {
  threads.Worker = class extends threads.Worker {
    constructor(file: string | URL, options: threads.WorkerOptions = {}) {
      super(file, { ...options, execArgv: [...process.execArgv, `--import=${first}`] });
    }
  };
}
