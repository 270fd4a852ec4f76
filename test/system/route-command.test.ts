import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { sharedStack } from '../stack/stack.js';

/** Goal: `npm run route` shows a person which way a transaction goes. Method: its program, on the development keys. */
const { api } = sharedStack.urls;
const program = 'dist/tools/demo/route.js';

async function route(...words: readonly string[]): Promise<string> {
  const env = { ...process.env, API_URL: api };
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...words], { env });
  return stdout;
}

it('shows the routes in the order in which they are tried', async () => {
  const shown = await route('--key', 'mk_test_cascade', '--method', 'ideal', '--amount', '20');
  expect(shown).toMatch(/^payment ideal 20 EUR: accepted\n/);
  expect(shown).toMatch(/\n✔ 1 {2}closed .*\n✔ 2 {2}main /);
});

it('distinguishes a payout from a payment on the hosted page', async () => {
  expect(await route('--method', 'pix')).toMatch(/^payout pix .* BRL: accepted\n/);
  expect(await route('--method', 'pix', '--page')).toMatch(/^payment pix .* BRL: accepted\n/);
});

it('shows why a transaction is refused', async () => {
  const shown = await route('--key', 'mk_test_limits', '--method', 'ideal', '--amount', '1001');
  expect(shown).toMatch(/refused: 1132 Limit exceeded \(amount: must be within the limits of the project\)/);
  expect(await route('--key', 'mk_test_no_route', '--method', 'ideal')).toMatch(/The project has no routes/);
});

it('ends with an error when the api explains nothing', async () => {
  await expect(route('--method', 'no_such')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/There is no method no_such/),
  });
  await expect(route('--method', 'ideal', '--currency', 'USD')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/HTTP 400.*1051/),
  });
});
