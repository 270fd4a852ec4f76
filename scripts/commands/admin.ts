import { runInForeground, runToEnd } from '../children.js';
import { dataDirectoryFrom, pathOfPerson } from '../paths.js';
import type { Command, Context } from '../run-command.js';
import { builtProgram } from '../stack/built-program.js';
import { configurationEnvironment } from '../stack/environment.js';
import { choosePorts } from '../stack/ports.js';
import { applyConfiguration } from '../stack/preparation.js';
import { reachAsAdmin, reachAsOwner } from '../stack/reach-database.js';
import { gatewaySecrets } from '../stack/secrets.js';

/** Applies the configuration file to the database. */
export const applyFiles: Command = async (context, files) => {
  const { report, environment } = context;
  const apply = async (variables: NodeJS.ProcessEnv) => {
    const given = files.map((file) => pathOfPerson(file, environment));
    const said = await applyConfiguration(variables, given);
    if (said.trim() !== '') report.note(said.trim());
    report.note('✔ Configuration applied');
  };
  await reachAsAdmin(context, (variables) => apply({ ...variables, ...configured(context) }), {
    migrates: true,
  });
  return 0;
};

/** Shows what applying the file would change: exit code 0 nothing, 1 something, 2 trouble. */
export const compareFile: Command = (context, files) => {
  const given = files.map((file) => pathOfPerson(file, context.environment));
  return administer(context, ['compare-configuration', ...given], configured(context));
};

/** Lists the versions that were applied, with who and when. */
export const listVersions: Command = (context) =>
  administer(context, ['list-configurations'], configured(context));

/** Makes, rotates, revokes and lists API keys: create --project demo. A new secret is printed, and kept nowhere else. */
export const keys: Command = (context, words) =>
  administer(context, ['manage-keys', ...words], secretsOf(context), { migrates: true });

/** Sends a project's callbacks again: --project demo --from 2026-01-31T00:00:00Z --reason "was down". */
export const redeliverCallbacks: Command = (context, words) =>
  administer(context, ['redeliver-callbacks', ...words], {}, { migrates: true });

/** Stops a provider, MID or method, and starts it again: provider sandbox off --reason "is down". */
export const switchRoutes: Command = (context, words) =>
  administer(context, ['change-switches', ...words], {}, { migrates: true });

/** Posts money to a merchant: --merchant demo --currency NGN --amount 1000 --reason "transfer 4711". */
export const topUp: Command = (context, words) => administer(context, ['top-up-balance', ...words]);

/** Proves the ledger; the exit code is 1 when anything does not agree. */
export const checkLedger: Command = (context, words) => administer(context, ['check-ledger', ...words]);

/** Holds a provider's list of a time against what is recorded: --mid main --from 2026-01-31T00:00:00Z --to 2026-02-01T00:00:00Z. */
export const checkStatement: Command = (context, words) =>
  administer(context, ['check-statement', ...words], secretsOf(context));

/** Proves that the audit log is as it was sealed; the exit code is 1 when it is not. */
export const checkAudit: Command = (context, words) => administer(context, ['check-audit', ...words]);

/** Prints the audit log as JSON lines: --from 2026-01-31T00:00:00Z. */
export const exportAudit: Command = (context, words) =>
  reachAsAdmin(context, (variables) =>
    runInForeground([builtProgram('admin/export-audit'), ...words], {
      environment: variables,
    }),
  );

/** Exports and drops the months of history that are older than the configuration keeps: --to FOLDER. */
export const retireMonths: Command = (context, words) =>
  reachAsOwner(context, (variables) =>
    runInForeground([builtProgram('admin/retire-months'), ...words], {
      environment: variables,
    }),
  );

/** Blocks customers and cards, removes blocks and lists them. People and cards come on standard input. */
export const blocklist: Command = (context, words) =>
  reachAsAdmin(context, (variables) =>
    runInForeground([builtProgram('admin/change-blocklist'), ...words], {
      environment: { ...variables, ...secretsOf(context) },
    }),
  );

/** Holds what we assume of a provider against its test mode: --provider NAME, its test key in the environment (docs/providers). */
export const certify: Command = ({ environment }, words) =>
  runInForeground([builtProgram('admin/certify-provider'), ...words], { environment });

/** Hands payments over from one build of the worker to another: --set-current BUILD, --drain. */
export const release: Command = ({ environment }, words) =>
  runInForeground([builtProgram('admin/release'), ...words], {
    environment: {
      ...environment,
      TEMPORAL_ADDRESS: environment.TEMPORAL_ADDRESS || `127.0.0.1:${choosePorts(environment).temporal}`,
    },
  });

/** Runs a program of the administrator with the database, and prints what it says. Returns its exit code. */
function administer(
  context: Context,
  [program = '', ...words]: readonly string[],
  more: NodeJS.ProcessEnv = {},
  options: { readonly migrates?: boolean } = {},
): Promise<number> {
  const run = async (variables: NodeJS.ProcessEnv) => {
    const { code, output } = await runToEnd(process.execPath, [builtProgram(`admin/${program}`), ...words], {
      environment: { ...variables, ...more },
    });
    context.report.note(output.trim());
    return code;
  };
  return reachAsAdmin(context, run, options);
}

function secretsOf({ environment }: Context) {
  return gatewaySecrets(dataDirectoryFrom(environment), environment);
}

function configured(context: Context): NodeJS.ProcessEnv {
  return { ...secretsOf(context), ...configurationEnvironment(context.environment) };
}
