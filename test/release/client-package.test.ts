import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goldenKey } from '../fakes/merchant.js';
import { sharedStack } from '../stack/stack.js';

/**
 * Goal: the client library is usable without anything of the server, and its documentation is true. Method: pack it,
 * install the tarball where there is no registry, compile the example of its README, and run that against the stack.
 */
const run = promisify(execFile);
const { urls } = sharedStack;
const callbackSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const compilerOptions = {
  target: 'ES2023',
  module: 'NodeNext',
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  // The package's own types are checked, too.
  skipLibCheck: false,
  types: ['node'],
  typeRoots: [resolve('node_modules/@types')],
};
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-client-'));
  const { stdout } = await run(process.execPath, ['scripts/run.mjs', 'client:pack']);
  const tarball = resolve(stdout.trim().split('\n').at(-1) ?? '');
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'shop', type: 'module', private: true }),
  );
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: folder });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the packed client library', () => {
  it('comes alone: with its licence and no other package', async () => {
    const installed = await readdir(join(folder, 'node_modules'));
    expect(installed.filter((name) => !name.startsWith('.'))).toEqual(['payments-gateway-client']);
    const files = await readdir(join(folder, 'node_modules/payments-gateway-client'));
    expect(files.toSorted()).toEqual(['LICENSE', 'README.md', 'libs', 'package.json']);
  });

  it('does what its README shows: a payment is made, and its callback verified', async () => {
    const readme = await readFile('libs/client/README.md', 'utf8');
    const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
    await writeFile(join(folder, 'example.ts'), example);
    await run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', folder]);
    const { stdout } = await run(process.execPath, ['example.js'], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        GATEWAY: urls.api,
        SECRET: goldenKey,
        CALLBACK_SECRET: callbackSecret,
        PORT: String(await findFreePort()),
      },
    });
    const [, reference = ''] = /^payment: (order-\d+) created, then success$/m.exec(stdout) ?? [];
    expect(reference).not.toBe('');
    expect(stdout).toContain(`callback: ${reference} success\n`);
  });

  it('refuses at compile time what the method requires and the request lacks', async () => {
    const lines = [
      `import type { PaymentRequest } from 'payments-gateway-client/messages/payment-request';`,
      `export const request: PaymentRequest = { method: 'cash_costa_rica', reference: 'a', currency: 'CRC',`,
      `  amount: '10', customer: { identifier: 'c' } };`,
    ];
    await writeFile(join(folder, 'lacking.ts'), lines.join('\n'));
    const compiler = resolve('node_modules/typescript/bin/tsc');
    const compiling = run(process.execPath, [compiler, '-p', folder, '--skipLibCheck']);
    await expect(compiling).rejects.toMatchObject({ stdout: expect.stringMatching(/lacking\.ts\(2,14\)/) });
  });
});

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, listening));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return typeof address === 'object' && address ? address.port : 0;
}
