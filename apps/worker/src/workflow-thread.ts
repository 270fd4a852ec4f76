import { globalHandlers } from '@temporalio/worker/lib/workflow/vm-shared.js';

/** What a thread that runs workflows is started with, in place of the SDK's own file (`spareCallStacks` of create-workers.ts). */
Object.assign(globalHandlers, { setPromiseHook: () => undefined });
await import('@temporalio/worker/lib/workflow/workflow-worker-thread.js');
