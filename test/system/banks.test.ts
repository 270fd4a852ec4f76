import { describe, expect, it } from 'vitest';
import { expectError } from '../witnesses/expect-error.js';
import { createMerchant } from '../fakes/merchant.js';
import { sharedStack } from '../stack/stack.js';

/** Goal: a merchant sees the banks that its route pays out to. */
const { api } = sharedStack.urls;
const listOf = (country: string, apiUrl = api, key = 'mk_test_demo') =>
  createMerchant(apiUrl, key).get(`/v2/bank/africa?country_code=${country}`);

describe('GET /v2/bank/africa (contract §7)', () => {
  it('lists the banks of a country as records of specification §2.9, by name', async () => {
    const { status, headers, body } = await listOf('NG');
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(body).toContainEqual({ name: 'Guaranty Trust Bank', code: '058', country: 'NG' });
    const banks = Object.values(body) as readonly { readonly name: string; readonly code: string }[];
    expect(banks.map(({ name }) => name)).toEqual(banks.map(({ name }) => name).toSorted());
    expect(new Set(banks.map(({ code }) => code)).size).toBe(banks.length);
    expect((await listOf('NG')).body).toEqual(body);
  });

  const west = ['BJ', 'BF', 'CI', 'GW', 'ML', 'NE', 'SN', 'TG'];
  const central = ['CM', 'CF', 'TD', 'CG', 'GQ', 'GA'];
  it.each(['GH', 'KE', 'UG', 'TZ', 'ZA', ...west, ...central])('knows banks of %s', async (country) => {
    const { status, body } = await listOf(country);
    expect(status).toBe(200);
    expect(body).toContainEqual({ name: expect.any(String), code: expect.any(String), country });
  });

  it.each([
    ['outside Africa', 'DE'],
    ['of another method', 'BO'],
    ['that the provider has no banks of', 'MW'],
    ['whose currency the provider does not take', 'MA'],
  ])('a country %s, %s: an empty list', async (_name, country) => {
    expect(await listOf(country)).toMatchObject({ status: 200, body: [] });
  });

  it.each(['', '?country_code=', '?country_code=%20', '?country=NG'])(
    'no country_code: 31 (%s)',
    async (query) => {
      const answer = await createMerchant(api).get(`/v2/bank/africa${query}`);
      const description = 'country_code: is required';
      expectError(answer, { status: 400, code: 31, reason: 'Required fields are missing', description });
    },
  );

  it.each(['ng', 'NGA', 'XX', 'N', '566', 'NG&country_code=GH'])(
    '%s is no alpha-2 code: 30',
    async (code) => {
      expectError(await listOf(code), {
        status: 400,
        code: 30,
        reason: 'Invalid params',
        description: /^country_code: /,
      });
    },
  );

  it('a challenge setting is a matter of the challenge, not of the list', async () => {
    const twice = await listOf('NG', api, 'mk_test_challenge_twice');
    expect([twice.status, twice.body]).toEqual([200, (await listOf('NG')).body]);
  });

  it.each([
    ['project_off', 121, 'Routing failed'],
    ['no_route', 121, 'Routing failed'],
    ['card_only', 1054, "Bank doesn't support payment method"],
    ['payin_only', 1050, 'Bank does not support transaction'],
    ['mid_off', 32, 'Invalid MID'],
  ])('a project without a way to pay out has no list: %s', async (key, code, reason) => {
    expectError(await listOf('NG', api, `mk_test_${key}`), { status: 400, code, reason });
  });

  it('without an obtainable or cached list: 503', async () => {
    const answer = await listOf('NG', api, 'mk_test_both_down');
    const reason = 'Transaction processing error';
    const description = 'The list of banks is temporarily unavailable';
    expectError(answer, { status: 503, code: 200, reason, description });
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
  });

  it('needs a signature that covers its query', async () => {
    const answer = await fetch(`${api}/v2/bank/africa?country_code=NG`);
    expect(answer.status).toBe(401);
  });

  it('accepts no other method', async () => {
    const answer = await createMerchant(api).post('/v2/bank/africa?country_code=NG', {});
    expect([answer.status, answer.headers['allow']]).toEqual([405, expect.stringContaining('GET')]);
  });
});
