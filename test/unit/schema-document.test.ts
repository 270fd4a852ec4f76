import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { expect, it } from 'vitest';
import { schemaDocument } from '../support/draw-schema.js';

const copy = 'docs/schema.md';

it('the picture of the schema is the one that is checked in', async () => {
  const text = await format(schemaDocument(), { ...(await resolveConfig(copy)), filepath: copy });
  if (process.env['WRITE_SCHEMA']) writeFileSync(copy, text);
  if (readFileSync(copy, 'utf8') === text) return;
  expect.fail(`${copy} is not what the entities say. Run \`npm run schema:write\` and commit the file.`);
});

it('has every table with its keys, and a line for each', () => {
  const document = schemaDocument();
  expect(document).toContain('  transactions ||--o{ attempts : "identifier"');
  expect(document).toContain('  attempts ||--o{ lookups : "identifier, n"');
  expect(document).toContain('  transactions |o--o{ ledger_entries : "identifier"');
  expect(document).toContain('  transactions ||--o| events : "identifier"');
  expect(document).toContain('| `limit_claims` (view) | What each transaction counts in');
});
