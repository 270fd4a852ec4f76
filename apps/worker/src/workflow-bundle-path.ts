import { fileURLToPath } from 'node:url';

/** Where the build leaves the workflow bundle: `dist/flows.js`. */
export const workflowBundlePath = fileURLToPath(new URL('../../../flows.js', import.meta.url));
