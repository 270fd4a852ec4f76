import { bootstrap } from '../bootstrap.mjs';
import { runToEnd } from '../children.mjs';
import { dataDirectoryFrom, inRepository } from '../paths.mjs';
import { migrateDatabase } from '../stack/preparation.mjs';
import { reachDatabase } from '../stack/reach-database.mjs';
import { gatewaySecrets } from '../stack/secrets.mjs';

/**
 * Makes, rotates, revokes and lists API keys: create --project demo. A new secret is printed, and kept nowhere else.
 * @type {import('../run-command.mjs').Command}
 */
export async function keys({ report, environment }, commandArguments) {
  await bootstrap(report, environment);
  const secrets = gatewaySecrets(dataDirectoryFrom(environment), environment);
  return reachDatabase({ report, environment }, async (url) => {
    const variables = { ...environment, ...secrets, DATABASE_URL: url };
    await migrateDatabase(variables);
    const { code, output } = await runToEnd(
      process.execPath,
      [inRepository('dist/apps/admin/src/manage-keys.js'), ...commandArguments],
      { environment: variables },
    );
    report.note(output.trim());
    return code;
  });
}
