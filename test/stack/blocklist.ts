import { spawn } from 'node:child_process';
import { gatewaySecrets } from '../../scripts/stack/secrets.js';
import type { SharedStack } from './lane-stacks.js';

export type Said = { readonly code: number | null; readonly output: string };
/** Runs `blocklist` with these words, and these lines on its standard input. */
export type Blocklist = (words: readonly string[], lines?: readonly string[]) => Promise<Said>;

/** What operations run; it is given the secret of the stack, as `npm run blocklist` gives it. */
export function createBlocklist({
  databaseUrls,
  directory,
}: Pick<SharedStack, 'databaseUrls' | 'directory'>): Blocklist {
  const secrets = gatewaySecrets(directory, {});
  return (words, lines = []) =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, ['dist/bundles/gateway.js', 'blocklist', ...words], {
        env: { PATH: process.env['PATH'], ...secrets, DATABASE_URL: databaseUrls.admin },
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => (output += text));
      }
      child.on('close', (code) => resolve({ code, output }));
      child.stdin.on('error', () => undefined);
      child.stdin.end(lines.map((line) => `${line}\n`).join(''));
    });
}

/** The number of the one block that was just added. */
export function blockIn({ code, output }: Said): string {
  const id = /^Blocked as (\d+)\.$/m.exec(output)?.[1];
  if (code !== 0 || id === undefined) throw new Error(`not blocked: ${output}`);
  return id;
}
