import { afterAll, describe, expect, it } from 'vitest';
import { openBooks } from '../witnesses/books.js';
import { createMerchant } from '../fakes/merchant.js';
import { africaPayout, boliviaPayout, knownBank, payouts, pixPayout } from '../fakes/payout-bodies.js';
import { sharedStack } from '../stack/stack.js';
import { createWitness } from '../witnesses/witness.js';

/** Goal: a merchant sees again where a payout went, in its record and nowhere else, until it is purged (contract §8). */
const { urls, databaseUrl } = sharedStack;
const merchant = createMerchant(urls.api);
const books = openBooks(databaseUrl);
const witness = createWitness(urls.sandbox);

afterAll(() => books.close());

const recordOf = async (reference: string) => (await merchant.get(`${payouts}/${reference}`)).body;

describe.concurrent('the requisites of a payout', () => {
  it.each([
    [
      'Africa, names of the customer among them',
      africaPayout({ sandbox: 'success' }),
      {
        bank_code: knownBank,
        account_number: '******6789',
        beneficiary_first_name: 'Ada',
        beneficiary_last_name: 'Obi',
      },
    ],
    [
      'Bolivia',
      boliviaPayout({ sandbox: 'success' }),
      {
        bank_code: '1',
        account_number: '******7890',
        account_type: 'SAVINGS',
        beneficiary_first_name: 'Luz',
        beneficiary_last_name: "D'Angelo",
      },
    ],
    [
      'PIX, its key masked',
      pixPayout({ sandbox: 'success' }),
      { name: 'Joao Silva', account: '*******4725', account_type: 'CPF' },
    ],
  ])('%s', async (_name, body, requisites) => {
    await merchant.post(payouts, body);
    expect((await recordOf(body.reference))['requisites']).toEqual(requisites);
    const { identifier } = await merchant.untilFinal(body.reference, 'payout');
    expect((await recordOf(body.reference))['requisites']).toEqual(requisites);
    const [callback] = await witness.untilCallbacks(body.reference);
    expect(callback?.body).not.toHaveProperty('requisites');

    await books.rows('delete from personal_data where identifier = $1', identifier);
    const purged = await recordOf(body.reference);
    expect(purged).toMatchObject({ status: 'success' });
    expect(purged).not.toHaveProperty('requisites');
    expect(purged['bank']).toEqual(callback?.body['bank']);
  });
});
