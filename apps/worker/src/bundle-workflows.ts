import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';

/** `#workflows` in package.json. */
const bundlePath = fileURLToPath(new URL('../../../workflows.js', import.meta.url));

/** A larger bundle contains an import that does not belong in a workflow, and that every cached workflow would hold. */
const bundleBytesMax = 2 * 1024 * 1024;

/**
 * Builds the workflow bundle at build time, so that a worker starts with exactly the code that was tested. Its modules are
 * loaded once for all workflows and frozen: they have no state, and a cached workflow needs a third less memory.
 */
const workflowsPath = fileURLToPath(new URL('./workflows/index.js', import.meta.url));
const { code } = await bundleWorkflowCode({
  workflowsPath,
  preloadModules: [workflowsPath],
  logger: new DefaultLogger('WARN'),
});
const bytes = Buffer.byteLength(code);
if (bytes > bundleBytesMax)
  throw new Error(`The workflow bundle has ${bytes} bytes, more than ${bundleBytesMax}.`);
await writeFile(bundlePath, code);
console.log(`Workflow bundle: ${Math.round(bytes / 1024)} KiB`);
