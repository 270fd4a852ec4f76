import { spawn } from 'node:child_process';
import { once } from 'node:events';

export type AdminRun = { readonly code: number | null; readonly output: string };

/** Runs `gateway <words>` as `npm run` does, and returns how it ended and all it printed. */
export async function runAdmin(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<AdminRun> {
  const child = spawn(process.execPath, ['dist/bundles/gateway.js', ...words], {
    env: { PATH: process.env['PATH'], ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)));
  await once(child, 'close');
  return { code: child.exitCode, output };
}
