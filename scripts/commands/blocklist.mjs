import { bootstrap } from '../bootstrap.mjs';
import { runInForeground } from '../children.mjs';
import { dataDirectoryFrom, inRepository } from '../paths.mjs';
import { reachAsAdmin } from '../stack/reach-database.mjs';
import { gatewaySecrets } from '../stack/secrets.mjs';

/**
 * Blocks customers and cards, removes blocks and lists them. People and cards come on standard input.
 * @type {import('../run-command.mjs').Command}
 */
export async function blocklist({ report, environment }, commandArguments) {
  await bootstrap(report, environment);
  const secrets = gatewaySecrets(dataDirectoryFrom(environment), environment);
  return reachAsAdmin({ report, environment }, (variables) =>
    runInForeground([inRepository('dist/apps/admin/src/change-blocklist.js'), ...commandArguments], {
      environment: { ...variables, ...secrets },
    }),
  );
}
