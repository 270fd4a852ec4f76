import { globalHandlers } from '@temporalio/worker/lib/workflow/vm-shared.js';

/** Loaded first by each thread that runs workflows (spare-call-stacks.ts). */
Object.assign(globalHandlers, { setPromiseHook: () => undefined });
