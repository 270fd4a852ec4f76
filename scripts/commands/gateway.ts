import { findVerb } from '../../apps/cli/src/command/declare.js';
import { nouns } from '../../apps/cli/src/gateway.js';
import { runInForeground } from '../children.js';
import type { Command } from '../command.js';
import { dataDirectoryFrom } from '../paths.js';
import { gatewayProgram } from '../stack/built-program.js';
import { configurationEnvironment } from '../stack/environment.js';
import { choosePorts } from '../stack/ports.js';
import { reachAsAdmin, reachAsOwner } from '../stack/reach-database.js';
import { gatewaySecrets } from '../stack/secrets.js';

/**
 * Runs `gateway <noun> <verb>` (apps/cli) beside the stack of this machine: with its secrets, its Temporal server, and the
 * database role that the command is declared with.
 */
export const gateway: Command = (context, words) => {
  const { environment } = context;
  const run = (variables: NodeJS.ProcessEnv) =>
    runInForeground(gatewayProgram(words), {
      environment: {
        ...variables,
        TEMPORAL_ADDRESS: environment.TEMPORAL_ADDRESS || `127.0.0.1:${choosePorts(environment).temporal}`,
      },
    });
  const verb = findVerb(nouns, words);
  const isHelp = words.includes('--help') || words.includes('-h');
  if (isHelp || verb?.database === undefined) return run(environment);
  const runBesideStack = (variables: NodeJS.ProcessEnv) =>
    run({
      ...variables,
      ...gatewaySecrets(dataDirectoryFrom(environment), environment),
      ...configurationEnvironment(environment),
    });
  if (verb.database === 'owner') return reachAsOwner(context, runBesideStack);
  return reachAsAdmin(context, runBesideStack, { migrates: verb.migratesFirst ?? false });
};
