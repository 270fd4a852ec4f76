import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certify } from '../../apps/admin/src/certify/certify.js';
import { paystackAssumptions } from '../../apps/admin/src/certify/paystack-assumptions.js';
import { redact } from '../../apps/admin/src/certify/redact.js';
import { secretKey, startPaystackFace } from '../support/paystack-face.js';

/** It cannot run against Paystack here; the sandbox's face stands for it. */
let face: Awaited<ReturnType<typeof startPaystackFace>>;
beforeAll(async () => {
  face = await startPaystackFace();
});
afterAll(() => face.close());

describe('certify', () => {
  it('confirms at the face what we assume, and keeps what was said without what names anybody', async () => {
    const { assumptions } = await certify(face.account, paystackAssumptions);
    expect(assumptions.filter(({ holds }) => !holds)).toEqual([]);
    const kept = JSON.stringify(assumptions);
    expect(kept).toContain('/transferrecipient');
    for (const secret of [secretKey, 'Lovelace', 'LOVELACE', '0000000000', 'certification@example.com'])
      expect(kept).not.toContain(secret);
  });

  it('refutes them at a provider that is another', async () => {
    const baseUrl = `${face.account.baseUrl}/nowhere`;
    const { assumptions } = await certify({ ...face.account, baseUrl }, paystackAssumptions);
    expect(assumptions.filter(({ holds }) => holds)).toEqual([]);
  });
});

it('leaves out texts by their names, however deep', () => {
  const said = { data: [{ customer: { email: 'a@b.c', id: 7 } }], code: '058', bank_name: 'Access Bank' };
  expect(redact(said)).toEqual({
    data: [{ customer: { email: '…', id: 7 } }],
    code: '058',
    bank_name: 'Access Bank',
  });
});
