import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certify, isRefuted } from '../../apps/cli/src/certify/certify.js';
import { trials } from '../../apps/cli/src/certify/trials.js';
import { redact, withoutTexts } from '../../apps/cli/src/certify/redact.js';
import { accessToken, startMercadoPagoFace } from '../fakes/mercado-pago-face.js';
import { secretKey, startPaystackFace } from '../fakes/paystack-face.js';
import type { ProviderFace } from '../fakes/provider-face.js';

/** It cannot run against a provider here; the sandbox's faces stand for them. */
const faces = {
  paystack: {
    start: startPaystackFace,
    path: '/transferrecipient',
    personal: [secretKey, 'Lovelace', 'LOVELACE', '0000000000', 'certification@example.com'],
  },
  mercado_pago: {
    start: startMercadoPagoFace,
    path: '/v1/payments/search',
    personal: [accessToken, 'Lovelace', '12345678909', 'certification@example.com', '/instructions/'],
  },
} satisfies Record<string, { start: () => Promise<ProviderFace>; path: string; personal: string[] }>;

it('stands a face for each provider that can be certified', () => {
  // The servers that play Stripe are of others: test/unit/stripe-certify.test.ts.
  expect([...Object.keys(faces), 'stripe']).toEqual(Object.keys(trials));
});

describe.each(Object.entries(faces))('certify %s', (name, { start, path, personal }) => {
  const trial = trials[name] ?? expect.fail('no trial');
  let face: ProviderFace;
  beforeAll(async () => {
    face = await start();
  });
  afterAll(() => face.close());

  it('confirms at the face what we assume, and keeps what was said without what names anybody', async () => {
    const { assumptions } = await certify(face.account, trial);
    expect(assumptions.filter(isRefuted)).toEqual([]);
    const kept = JSON.stringify(assumptions);
    expect(kept).toContain(path);
    for (const secret of personal) expect(kept).not.toContain(secret);
  });

  it('refutes them at a provider that is another', async () => {
    const baseUrl = `${face.account.baseUrl}/nowhere`;
    const { assumptions } = await certify({ ...face.account, baseUrl }, trial);
    expect(assumptions.filter((one) => !isRefuted(one))).toEqual([]);
  });

  it('takes keys of its test mode only', () => {
    const isOfTest = Object.entries(trial.credentials).map(([key, term]) =>
      term.isOfTest(face.account.credentials[key] ?? ''),
    );
    expect(isOfTest).not.toContain(false);
    for (const { isOfTest: test } of Object.values(trial.credentials))
      expect(test('sk_live_12345678')).toBe(false);
  });
});

it('leaves out texts by their names, however deep', () => {
  const said = {
    data: [{ customer: { email: 'a@b.c', id: 7 } }],
    barcode: { content: '1' },
    code: '058',
    bank_name: 'Access Bank',
    client_secret: 'pi_1_secret_2',
    url: 'https://checkout.example/c/pay/1',
    pix_display_qr_code: { data: '000201' },
  };
  expect(redact(said)).toEqual({
    data: [{ customer: { email: '…', id: 7 } }],
    barcode: { content: '…' },
    code: '058',
    bank_name: 'Access Bank',
    client_secret: '…',
    url: '…',
    pix_display_qr_code: { data: '…' },
  });
});

it('leaves out a key wherever a provider repeats it', () => {
  const said = [{ error: { message: 'No such key: sk_test_1.' } }, 7, null];
  expect(withoutTexts(said, ['sk_test_1'])).toEqual([{ error: { message: 'No such key: ….' } }, 7, null]);
});
