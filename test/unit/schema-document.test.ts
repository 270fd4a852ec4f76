import { expect, it } from 'vitest';
import { schemaDocument } from '../../tools/generate/draw-schema.js';

it('has every table with its keys, and a line for each', () => {
  const document = schemaDocument();
  expect(document).toContain('  transactions ||--o{ attempts : "identifier"');
  expect(document).toContain('  attempts ||--o{ late_lookups : "identifier, n"');
  expect(document).toContain('  transactions |o--o{ ledger_entries : "identifier"');
  expect(document).toContain('  transactions ||--o{ events : "identifier"');
  expect(document).toContain('| `limit_claims` (view) | What each transaction counts in');
});
