import { resolve } from 'node:path';

import { runInForeground } from '../children.js';
import { inRepository, root } from '../paths.js';
import type { Command } from '../command.js';
import { stackUrls } from '../stack/environment.js';
import { choosePorts } from '../stack/ports.js';

/** Signs and sends one request to API_URL: call METHOD PATH [body.json] [--key id]. */
export const call = calling('dist/tools/demo/call.js');

/** Asks API_URL which way a transaction would go: route --method pix [--amount 20] [--key id]. */
export const route = calling('dist/tools/demo/route.js');

/** Passes on what the shop of SANDBOX_URL gets: listen [--forward url]. */
export const listen = calling('dist/tools/demo/listen.js');

/** Standard input is the person's, for a body that is piped in; so there is no leash, and Ctrl-C reaches both. */
function calling(program: string): Command {
  return ({ environment }, words) => {
    const urls = stackUrls(choosePorts(environment));
    return runInForeground([inRepository(program), ...words], {
      // npm goes to the repository first; a body's path is meant from where the person is.
      directory: environment.INIT_CWD ?? process.cwd(),
      environment: {
        ...environment,
        API_URL: environment.API_URL || urls.api,
        SANDBOX_URL: environment.SANDBOX_URL || urls.sandbox,
        GATEWAY_CONFIG: resolve(root, environment.GATEWAY_CONFIG || 'config/gateway.yaml'),
      },
    });
  };
}
