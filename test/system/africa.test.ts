import { describe, expect, it } from 'vitest';
import { ussdBody } from '../fakes/bodies.js';
import { expectError } from '../witnesses/expect-error.js';
import { createMerchant } from '../fakes/merchant.js';
import { africaPayout, choicePayout, confirmations, payouts } from '../fakes/payout-bodies.js';
import { sharedStack } from '../stack/stack.js';

/**
 * Goal: `ussd` and payouts to Africa take the currencies of contract §5 that the sandbox takes, and a payout goes to the
 * country of its currency (§6). Method: a payment and a payout in each of them, over HTTP.
 */
const { api, sandbox } = sharedStack.urls;
const merchant = createMerchant(api);
const countries: Readonly<Record<string, readonly string[]>> = {
  NGN: ['NG'],
  GHS: ['GH'],
  KES: ['KE'],
  UGX: ['UG'],
  TZS: ['TZ'],
  ZAR: ['ZA'],
  XOF: ['BF', 'BJ', 'CI', 'GW', 'ML', 'NE', 'SN', 'TG'],
  XAF: ['CF', 'CG', 'CM', 'GA', 'GQ', 'TD'],
};
const noCurrency = { status: 400, code: 1051, reason: "Bank doesn't support currency" };
const notTaken = { ...noCurrency, description: 'The provider does not accept the currency' };

type Bank = { readonly code: string; readonly country: string };
const offeredBy = ({ challenge }: Readonly<Record<string, unknown>>) =>
  (challenge as { readonly challenge_bank_code: readonly Bank[] }).challenge_bank_code;

describe.concurrent('payments by ussd', () => {
  it.each([...Object.keys(countries), 'MWK'])('in %s', async (currency) => {
    const body = { ...ussdBody(sandbox, { sandbox: 'success' }), currency };
    expect((await merchant.post('/v2/payment', body)).body).toMatchObject({ error_code: 0, currency });
    expect(await merchant.untilFinal(body.reference)).toMatchObject({ status: 'success', currency });
  });

  it('not in an African currency that the provider does not take', async () => {
    const body = { ...ussdBody(sandbox), currency: 'MAD' };
    expectError(await merchant.post('/v2/payment', body), { ...notTaken, reference: body.reference });
  });

  it('not in a currency of another continent', async () => {
    const body = { ...ussdBody(sandbox), currency: 'EUR' };
    const description = /^currency: ussd accepts only .*NGN/;
    const refused = { ...noCurrency, description, reference: body.reference };
    expectError(await merchant.post('/v2/payment', body), refused);
  });
});

describe.concurrent('payouts', () => {
  it.each(Object.entries(countries))('in %s: the banks of %j, one of which is paid', async (currency, of) => {
    const body = choicePayout({ sandbox: 'success' }, { currency });
    const { reference } = body;
    const { body: created } = await merchant.post(payouts, body);
    const banks = offeredBy(created);
    expect([...new Set(banks.map(({ country }) => country))].toSorted()).toEqual(of);
    expect((await merchant.post(confirmations, { reference, bank_code: banks[0]?.code })).status).toBe(200);
    expect(await merchant.untilFinal(reference, 'payout')).toMatchObject({ status: 'success', currency });
  });

  it('money follows the bank: the customer’s country counts only where it shares the currency', async () => {
    const countriesFor = async (currency: string, country: string) => {
      const changes = { currency, customer: { identifier: 'c-7', country } };
      const { body } = await merchant.post(payouts, choicePayout({}, changes));
      return [...new Set(offeredBy(body).map((bank) => bank.country))].toSorted();
    };
    expect(await countriesFor('NGN', 'US')).toEqual(['NG']);
    expect(await countriesFor('KES', 'GH')).toEqual(['KE']);
    expect(await countriesFor('XOF', 'SN')).toEqual(['SN']);
    expect(await countriesFor('XAF', 'GA')).toEqual(['GA']);
    expect(await countriesFor('XAF', 'SN')).toEqual(countries['XAF']);
  });

  it('in MWK there is no bank to offer, and nothing is registered', async () => {
    const body = choicePayout({}, { currency: 'MWK' });
    const { reference } = body;
    const reason = 'Invalid method challenge configuration';
    const description = 'There is no bank to choose from';
    expectError(await merchant.post(payouts, body), {
      status: 400,
      code: 121,
      reason,
      description,
      reference,
    });
    expect((await merchant.get(`${payouts}/${reference}`)).status).toBe(404);
  });

  it('not in an African currency that the provider does not take', async () => {
    const body = africaPayout({}, { currency: 'MAD' });
    expectError(await merchant.post(payouts, body), { ...notTaken, reference: body.reference });
  });
});
