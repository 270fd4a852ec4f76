import { describe, expect, it } from 'vitest';
import { compareStatement } from './compare-statement.js';

const books = { provider: 'paystack', subjects: new Map(), expected: [] };
const identifier = '01890000-0000-7000-8000-000000000001';
const compare = (providerReference: string) =>
  compareStatement([{ providerReference, outcome: 'success' }], books);

describe('a line of a statement about an unknown reference', () => {
  it('is ours if the reference has our form, whatever the number of the attempt', () => {
    for (const n of ['1', '12']) expect(compare(`${identifier}-${n}`).differences).toHaveLength(1);
  });

  it.each([`x${identifier}-1`, `${identifier}-1x`, `${identifier}-`, identifier])(
    'belongs to another user of the account: %s',
    (reference) => {
      expect(compare(reference)).toEqual({ agreed: 0, strangers: 1, differences: [] });
    },
  );

  it('is described without an amount if the statement has none', () => {
    expect(compare(`${identifier}-1`).differences[0]?.says).toBe(
      'unknown here; success there, an amount that it does not name',
    );
  });
});
