import { describe, expect, it } from 'vitest';
import { checkFields } from './check-fields.js';

const always = { accepts: () => true, problem: '' };
const forms = { email: always, phone: always };

/** With a row: every rule of every row is tested from the specification's tables, `test/unit/specification`. */
describe('fields without a row', () => {
  it('only reference, currency and amount are required', () => {
    expect(checkFields(undefined, {}, forms)).toEqual({
      missing: ['reference', 'currency', 'amount'],
      malformed: [],
    });
  });
});
