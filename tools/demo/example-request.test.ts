import { describe, expect, it } from 'vitest';
import { exampleRequest, type ExampleRequest } from './example-request.js';

const creation = (examples: Readonly<Record<string, { readonly value: ExampleRequest }>>) => ({
  post: { requestBody: { content: { 'application/json': { examples } } } },
});
const document = {
  paths: {
    '/v2/payment': creation({
      direct: { value: { method: 'ideal', currency: 'EUR', amount: 10.1 } },
      hosted: { value: { widget: { method: 'pix' }, currency: 'BRL', amount: 20 } },
    }),
    '/v2/payout': creation({ payout: { value: { method: 'pix', currency: 'BRL', amount: '5' } } }),
  },
};
const asked = { isHosted: false, amount: undefined, currency: undefined };

describe('exampleRequest', () => {
  it('finds what is sent directly, payouts included, and what is on the page', () => {
    expect(exampleRequest(document, { ...asked, method: 'ideal' })).toMatchObject({ amount: 10.1 });
    expect(exampleRequest(document, { ...asked, method: 'pix' })).toMatchObject({ amount: '5' });
    expect(exampleRequest(document, { ...asked, method: 'pix', isHosted: true })).toMatchObject({
      amount: 20,
    });
  });

  it('takes amount and currency, the amount in the form that the method has', () => {
    const changed = { ...asked, amount: '12.50', currency: 'USD' };
    expect(exampleRequest(document, { ...changed, method: 'ideal' })).toMatchObject({
      amount: 12.5,
      currency: 'USD',
    });
    expect(exampleRequest(document, { ...changed, method: 'pix' })).toMatchObject({ amount: '12.50' });
  });

  it('says when there is no such method', () => {
    expect(() => exampleRequest(document, { ...asked, method: 'qr_code' })).toThrow('--page');
    expect(() => exampleRequest(document, { ...asked, method: 'ideal', isHosted: true })).toThrow(
      'hosted page',
    );
  });
});
