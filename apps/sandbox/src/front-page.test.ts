import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { creditScenarioNames } from './credits/credit-scenarios.js';
import { buildServer } from './server.js';
import { readSettings } from './settings.js';

it('the start page names every scenario, in words of the gateway, and how the shop is asked to misbehave', async () => {
  const server = await buildServer({
    ...readSettings({ NODE_ENV: 'development' }),
    dataFolder: mkdtempSync(join(tmpdir(), 'sandbox-')),
    logLevel: 'silent',
  });
  const { body } = await server.inject({ method: 'GET', url: '/' });
  await server.close();
  for (const name of [...creditScenarioNames, 'refused']) expect(body).toContain(`<code>${name}</code>`);
  expect(body).toContain('href="/merchant/callbacks"');
  for (const word of ['answer=500', 'times=2', 'delay_ms=3000']) expect(body).toContain(word);
  expect(body).not.toMatch(/CAPTURED|REFUSED|LAPSED|five_equal|wrong_signature/);
});
