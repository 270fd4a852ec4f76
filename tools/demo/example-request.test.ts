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
    '/v2/payout': creation({
      payout: { value: { method: 'pix', currency: 'BRL', amount: '5', extra: { note: 'kept' } } },
    }),
  },
};
const asked = { isHosted: false, amount: undefined, currency: undefined, meta: {} };

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

  it('takes entries of extra.meta, and leaves the rest of extra', () => {
    const channel = { channel: 'app' };
    const [direct, paid] = [
      { ...asked, method: 'ideal', meta: channel },
      { ...asked, method: 'pix', meta: channel },
    ];
    expect(exampleRequest(document, direct).extra).toEqual({ meta: channel });
    expect(exampleRequest(document, paid).extra).toEqual({ note: 'kept', meta: channel });
    expect(exampleRequest(document, { ...asked, method: 'ideal' })).not.toHaveProperty('extra');
  });

  it('says when there is no such method', () => {
    expect(() => exampleRequest(document, { ...asked, method: 'qr_code' })).toThrow('--page');
    expect(() => exampleRequest(document, { ...asked, method: 'ideal', isHosted: true })).toThrow(
      'hosted page',
    );
  });
});
