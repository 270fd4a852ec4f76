import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

import { runToEnd } from '../children.mjs';
import { Failure } from '../failure.mjs';
import { installDependencies, npmCommand } from '../install.mjs';
import { inRepository, shown } from '../paths.mjs';

const folder = inRepository('dist/client');
const name = 'payments-gateway-client';
const errorLinesMax = 12;

/**
 * Makes the client library a package of its own, without the server's dependencies: dist/client, and its tarball. The
 * last line that it prints is the tarball's path.
 * @type {import('../run-command.mjs').Command}
 */
export async function packClient({ report, environment }, commandArguments) {
  if (commandArguments.length > 0) throw new Failure('client:pack takes no arguments.');
  await installDependencies(report, environment);
  const { version, license, engines } = JSON.parse(readFileSync(inRepository('package.json'), 'utf8'));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const compiler = inRepository('node_modules/typescript/bin/tsc');
  await run(process.execPath, [compiler, '-p', inRepository('libs/client')], environment);
  writeFileSync(
    inRepository('dist/client/package.json'),
    `${JSON.stringify(manifest({ version, license, engines }), undefined, 2)}\n`,
  );
  copyFileSync(inRepository('libs/client/README.md'), inRepository('dist/client/README.md'));
  copyFileSync(inRepository('LICENSE'), inRepository('dist/client/LICENSE'));
  const [npm, ...npmArguments] = [...npmCommand(environment), 'pack', folder, '--pack-destination', folder];
  await run(npm ?? 'npm', npmArguments, environment);
  report.note(shown(inRepository(`dist/client/${name}-${version}.tgz`)));
  return 0;
}

/** @param {{ version: string, license: string, engines: Readonly<Record<string, string>> }} of */
function manifest(of) {
  return {
    name,
    ...of,
    description: 'Client of the payments gateway: signed calls, safe repetition, verified callbacks.',
    type: 'module',
    sideEffects: false,
    files: ['libs', 'README.md', 'LICENSE'],
    exports: {
      '.': { types: './libs/client/gateway-client.d.ts', default: './libs/client/gateway-client.js' },
      './*': { types: './libs/client/*.d.ts', default: './libs/client/*.js' },
    },
    imports: { '#gateway/*': { types: './libs/gateway/*.d.ts', default: './libs/gateway/*.js' } },
  };
}

/**
 * @param {string} command
 * @param {readonly string[]} commandArguments
 * @param {NodeJS.ProcessEnv} environment
 */
async function run(command, commandArguments, environment) {
  const { code, output } = await runToEnd(command, commandArguments, { environment });
  if (code === 0) return;
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const problem = `The client library cannot be packed: ${command} ended with code ${code}.`;
  throw new Failure(problem, lines.slice(0, errorLinesMax));
}
