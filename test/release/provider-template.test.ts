import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeProvider } from '../../tools/provider-template/make-provider.mjs';
import { copyWithChangesOf, type ChangedCopy } from '../stack/changed-copy.js';
import { patient } from '../stack/patience.js';

/** Goal: the template is a provider that works. Method: make one in a copy of the repository and check it there. */
let copy: ChangedCopy;
let written: readonly string[];

beforeAll(() => {
  copy = copyWithChangesOf([]);
  written = makeProvider(copy.folder, 'acme-pay');
});
afterAll(() => copy?.remove());

const run = (program: string, ...words: readonly string[]) =>
  copy.run([process.execPath, `node_modules/${program}`, ...words]);

it(
  'makes files that compile',
  async () => {
    await run('prettier/bin/prettier.cjs', '--write', ...written);
    expect(await run('typescript-7/bin/tsc', '-p', 'tsconfig.json')).toBe('');
  },
  patient(300_000),
);

it(
  'makes tests that pass, and breaks no other test of connectors, layout and generated files',
  async () => {
    await copy.run(['npm', 'run', 'generate']);
    const tests = [
      'test/unit/acme-pay-connector.test.ts',
      'test/unit/tidy.test.ts',
      'test/unit/generated-files.test.ts',
      'libs/gateway/connectors',
    ];
    const output = await run('vitest/vitest.mjs', 'run', '--project', 'unit', ...tests);
    expect(output).toContain('acme-pay-connector.test.ts');
  },
  patient(300_000),
);

it.each(['Acme', 'acme_pay', '../acme', ''])('refuses the name %j', (name) => {
  expect(() => makeProvider(copy.folder, name)).toThrow('A name consists of');
});

it('overwrites no provider', () => {
  expect(() => makeProvider(copy.folder, 'acme-pay')).toThrow('exists already');
});
