import { inject, describe, expect, it } from 'vitest';
import { cardBody, idealBody, pixBody, ussdBody } from '../support/bodies.js';
import { createMerchant } from '../support/merchant.js';

/** Goal: each method and scenario ends as it must, seen from outside: the record, the callback, the provider's journal. */
const { urls } = inject('stack');
const merchant = createMerchant(urls.api);

describe('a payment whose provider plays the customer too', () => {
  it('ideal is paid after its redirect, and the merchant hears of it', async () => {
    const body = idealBody({ sandbox: 'success' });
    const created = await merchant.post('/v2/payment', body);
    expect(created).toMatchObject({
      status: 200,
      body: { error_code: 0, status: 'created', amount: '10.1', challenge: { challenge_type: 'redirect' } },
    });
    expect(await merchant.untilFinal(body.reference)).toMatchObject({ status: 'success', error_code: 0 });
  });
});

void [cardBody, pixBody, ussdBody];
