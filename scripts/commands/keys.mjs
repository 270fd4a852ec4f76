import { bootstrap } from '../bootstrap.mjs';
import { runToEnd } from '../children.mjs';
import { dataDirectoryFrom, inRepository } from '../paths.mjs';
import { reachAsAdmin } from '../stack/reach-database.mjs';
import { gatewaySecrets } from '../stack/secrets.mjs';

/**
 * Makes, rotates, revokes and lists API keys: create --project demo. A new secret is printed, and kept nowhere else.
 * @type {import('../run-command.mjs').Command}
 */
export async function keys({ report, environment }, commandArguments) {
  await bootstrap(report, environment);
  const secrets = gatewaySecrets(dataDirectoryFrom(environment), environment);
  const manage = async (/** @type {NodeJS.ProcessEnv} */ variables) => {
    const { code, output } = await runToEnd(
      process.execPath,
      [inRepository('dist/apps/admin/src/manage-keys.js'), ...commandArguments],
      { environment: { ...variables, ...secrets } },
    );
    report.note(output.trim());
    return code;
  };
  return reachAsAdmin({ report, environment }, manage, { migrates: true });
}
