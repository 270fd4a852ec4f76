import { globalHandlers } from '@temporalio/worker/lib/workflow/vm-shared.js';

/** Each thread that runs workflows loads this first (`spareCallStacks` of create-workers.ts). */
Object.assign(globalHandlers, { setPromiseHook: () => undefined });
