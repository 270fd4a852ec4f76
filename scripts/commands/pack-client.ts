import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

import { npmCommand } from '../bootstrap.mjs';
import { runToEnd } from '../children.js';
import { Failure } from '../failure.mjs';
import { inRepository, shown } from '../paths.js';
import type { Command } from '../command.js';

const folder = inRepository('dist/client');
const name = 'payments-gateway-client';
const errorLinesMax = 12;

type Common = {
  readonly version: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
};

/**
 * Makes the client library a package of its own, without the server's dependencies: dist/client, and its tarball. The
 * last line that it prints is the tarball's path.
 */
export const packClient: Command = async ({ report, environment }, words) => {
  if (words.length > 0) throw new Failure('client:pack takes no arguments.');
  const { version, license, engines } = JSON.parse(
    readFileSync(inRepository('package.json'), 'utf8'),
  ) as Common;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const compiler = inRepository('node_modules/typescript/bin/tsc');
  await run([process.execPath, compiler, '-p', inRepository('libs/client')], environment);
  const manifest = JSON.stringify(manifestOf({ version, license, engines }), undefined, 2);
  writeFileSync(inRepository('dist/client/package.json'), `${manifest}\n`);
  copyFileSync(inRepository('libs/client/README.md'), inRepository('dist/client/README.md'));
  copyFileSync(inRepository('LICENSE'), inRepository('dist/client/LICENSE'));
  await run([...npmCommand(), 'pack', folder, '--pack-destination', folder], environment);
  report.note(shown(inRepository(`dist/client/${name}-${version}.tgz`)));
  return 0;
};

function manifestOf(common: Common) {
  return {
    name,
    ...common,
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

async function run(
  [command = '', ...words]: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const { code, output } = await runToEnd(command, words, { environment });
  if (code === 0) return;
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const problem = `The client library cannot be packed: ${command} ended with code ${code}.`;
  throw new Failure(problem, lines.slice(0, errorLinesMax));
}
