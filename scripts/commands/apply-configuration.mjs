import { resolve } from 'node:path';

import { bootstrap } from '../bootstrap.mjs';
import { dataDirectoryFrom, root } from '../paths.mjs';
import { applyConfiguration, migrateDatabase } from '../stack/preparation.mjs';
import { reachDatabase } from '../stack/reach-database.mjs';
import { gatewaySecrets } from '../stack/secrets.mjs';

/**
 * Applies the configuration file to the database.
 * @type {import('../run-command.mjs').Command}
 */
export async function apply({ report, environment }, files) {
  await bootstrap(report, environment);
  const dataDirectory = dataDirectoryFrom(environment);
  const given = environment.GATEWAY_CONFIG || 'config/gateway.yaml';
  const variables = {
    ...environment,
    ...gatewaySecrets(dataDirectory, environment),
    GATEWAY_CONFIG: resolve(root, given),
  };
  await reachDatabase({ report, environment }, async (url) => {
    const withUrl = { ...variables, DATABASE_URL: url };
    await migrateDatabase(withUrl);
    const from = environment.INIT_CWD ?? process.cwd();
    const said = await applyConfiguration(
      withUrl,
      files.map((file) => resolve(from, file)),
    );
    if (said.trim() !== '') report.note(said.trim());
    report.note('✔ Configuration applied');
  });
  return 0;
}
