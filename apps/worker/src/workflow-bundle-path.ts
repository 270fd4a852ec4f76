import { fileURLToPath } from 'node:url';

/** Where the build puts the workflow bundle: `dist/workflows.js`. */
export const workflowBundlePath = fileURLToPath(new URL('../../../workflows.js', import.meta.url));
