import { describe, expect, it } from 'vitest';
import { catalogue } from '#domain/methods/catalogue';
import { exampleCard, exampleOf } from '#domain/methods/examples';
import { openApiDocument } from '../../apps/api/src/docs/openapi-document.js';
import { cardBody, idealBody, pixBody, ussdBody } from '../fakes/bodies.js';
import { sharedStack } from '../stack/stack.js';
import { replaced, sendLines, signedLines } from '../fakes/signed-request.js';
import { createMerchant, newReference, type Answer } from '../fakes/merchant.js';
import { answerProblems, requestProblems, type Documented } from '../witnesses/openapi.js';
import {
  africaPayout,
  boliviaPayout,
  choicePayout,
  confirmations,
  knownBank,
  noBank,
  otherBank,
  payouts,
  pixPayout,
} from '../fakes/payout-bodies.js';
import { createTransfer, transferOf, transferPath } from '../fakes/transfers.js';

/**
 * Goal: the api answers as it says it does. Method: real answers, good and bad, held against the schemas that
 * `/openapi.json` declares for their operation and status.
 */
const { api, sandbox } = sharedStack.urls;
const merchant = createMerchant(api);
const create: Documented = { method: 'post', path: '/v2/payment' };
const check: Documented = { method: 'get', path: '/v2/payment/{reference}' };
const list: Documented = { method: 'get', path: '/v2/methods' };

function expectDocumented(operation: Documented, answer: Answer, status: number): void {
  expect([answer.status, answerProblems(operation, answer)]).toEqual([status, []]);
}

async function checked(reference: string): Promise<Answer> {
  return merchant.get(`/v2/payment/${encodeURIComponent(reference)}`);
}

describe('creating and checking answer as documented', () => {
  const rows = catalogue.filter(({ type }) => type === 'payment');
  it.each(rows)('$style $code', async (row) => {
    const card = row.carriesCard && { card: exampleCard };
    const reference = newReference();
    const created = await merchant.post('/v2/payment', { ...exampleOf(row), ...card, reference });
    expect(answerProblems(create, created)).toEqual([]);
    const record = await checked(reference);
    expectDocumented(check, record, created.status === 200 ? 200 : 404);
  });

  it.each([
    ['success', idealBody({ sandbox: 'success' })],
    ['declined', idealBody({ sandbox: 'decline' })],
    ['error', ussdBody(sandbox, { sandbox: 'error' })],
    ['success', cardBody('4242424242424242', { sandbox: 'success' })],
    ['error', idealBody({ sandbox: 'refused' })],
  ])('one that ends as %s', async (status, body) => {
    expectDocumented(create, await merchant.post('/v2/payment', body), 200);
    expect((await merchant.untilFinal(body.reference))['status']).toBe(status);
    expectDocumented(check, await checked(body.reference), 200);
  });

  it('one that is answered late', async () => {
    const body = idealBody({ sandbox: 'timeout_success' });
    expectDocumented(create, await merchant.post('/v2/payment', body), 504);
    expectDocumented(check, await checked(body.reference), 200);
  });
});

describe('refusals answer as documented', () => {
  it.each([
    [400, 31, {}],
    [400, 30, { amount: 'ten' }],
    [400, 1054, { method: 'no_such_method' }],
    [400, 1051, { currency: 'USD' }],
    [400, 451, { customer: { ...(idealBody()['customer'] as object), identifier: 'blocked-global' } }],
  ])('%i, error %i', async (status, code, changes) => {
    const body = code === 31 ? {} : idealBody({}, changes);
    const answer = await merchant.post('/v2/payment', body);
    expect(answer.body['error_code']).toBe(code);
    expectDocumented(create, answer, status);
  });

  it('401, 403, 404, 413 and 415', async () => {
    const body = pixBody();
    expectDocumented(create, await createMerchant(api, 'mk_nobody').post('/v2/payment', body), 401);
    expectDocumented(
      create,
      await createMerchant(api, 'mk_test_merchant_off').post('/v2/payment', body),
      403,
    );
    expectDocumented(create, await merchant.post('/v2/payment', { ...body, more: 'x'.repeat(70_000) }), 413);
    const parts = { method: 'POST', target: '/v2/payment', body: JSON.stringify(body) };
    const asText = replaced(signedLines(api, parts), 'Content-Type', 'text/plain');
    const { status, text } = await sendLines(api, asText, parts);
    const body415 = JSON.parse(text) as Record<string, unknown>;
    expectDocumented(create, { status, headers: {}, body: body415 }, 415);
    expectDocumented(check, await checked(newReference()), 404);
  });
});

describe('payouts answer as documented', () => {
  const createPayout: Documented = { method: 'post', path: payouts };
  const checkPayout: Documented = { method: 'get', path: '/v2/payout/{reference}' };
  const confirm: Documented = { method: 'post', path: confirmations };
  const expectRecord = async (reference: string) =>
    expectDocumented(checkPayout, await merchant.get(`${payouts}/${reference}`), 200);

  it.each(catalogue.filter(({ type }) => type === 'payout'))('the example of $code', async (row) => {
    const reference = newReference();
    expectDocumented(createPayout, await merchant.post(payouts, { ...exampleOf(row), reference }), 200);
    await expectRecord(reference);
  });

  it.each([
    ['success', pixPayout()],
    ['success', africaPayout({ note: 'A-1', count: 3, isFirst: true })],
    ['declined', boliviaPayout({ sandbox: 'decline' })],
    ['error', africaPayout({ sandbox: 'refused' })],
  ])('one that ends as %s', async (status, body) => {
    expect(requestProblems(createPayout, body)).toEqual([]);
    expectDocumented(createPayout, await merchant.post(payouts, body), 200);
    expect((await merchant.untilFinal(body.reference, 'payout'))['status']).toBe(status);
    await expectRecord(body.reference);
  });

  it('one that is answered late', async () => {
    const body = pixPayout({ sandbox: 'timeout_success' });
    expectDocumented(createPayout, await merchant.post(payouts, body), 504);
    await expectRecord(body.reference);
  });

  it.each([
    ['nothing at all', 1, null],
    ['a required field missing', 31, {}],
    ['a malformed field', 30, pixPayout({}, { amount: 'ten' })],
    ['funds insufficient', 1, pixPayout({}, { amount: 99_999 })],
  ])('refused: %s', async (_case, code, body) => {
    const answer = await createMerchant(api, 'mk_test_poor').post(payouts, body);
    expect(answer.body['error_code']).toBe(code);
    expectDocumented(createPayout, answer, 400);
  });

  it('the choice of a bank', async () => {
    const { reference } = choicePayout();
    const choose = async (code: string, status: number, of = reference) => {
      const choice = { reference: of, bank_code: code };
      expect(requestProblems(confirm, choice)).toEqual([]);
      expectDocumented(confirm, await merchant.post(confirmations, choice), status);
    };
    expectDocumented(createPayout, await merchant.post(payouts, { ...choicePayout(), reference }), 200);
    await expectRecord(reference);
    await choose(noBank, 400);
    await choose(knownBank, 200);
    await choose(knownBank, 200);
    await choose(otherBank, 400);
    await choose(knownBank, 404, newReference());
    expectDocumented(confirm, await merchant.post(confirmations, null), 400);
  });

  it.each([
    ['mk_test_demo', '?country_code=NG', 200],
    ['mk_test_demo', '?country_code=DE', 200],
    ['mk_test_demo', '?country_code=Nigeria', 400],
    ['mk_test_demo', '', 400],
    ['mk_test_no_route', '?country_code=NG', 400],
  ])('the banks of %s%s: %i', async (key, query, status) => {
    const operation: Documented = { method: 'get', path: '/v2/bank/africa' };
    expectDocumented(operation, await createMerchant(api, key).get(`/v2/bank/africa${query}`), status);
  });

  it('the balance', async () => {
    expectDocumented({ method: 'get', path: '/v2/balance' }, await merchant.get('/v2/balance'), 200);
  });
});

describe('what comes after answers as documented', () => {
  it('the feed', async () => {
    const feed: Documented = { method: 'get', path: '/v2/events' };
    const page = await merchant.get('/v2/events');
    expectDocumented(feed, page, 200);
    const next = String(page.body['next_after']);
    expectDocumented(feed, await merchant.get(`/v2/events?after=${next}`), 200);
    expectDocumented(feed, await merchant.get('/v2/events?after=0'), 400);
  });

  it('a callback that is sent again', async () => {
    const again: Documented = { method: 'post', path: '/v2/callbacks/{event_id}/redeliver' };
    const body = idealBody({ sandbox: 'success' });
    await merchant.post('/v2/payment', body);
    const { callback } = await merchant.untilFinal(body.reference);
    const { event_id: eventId } = callback as { readonly event_id: string };
    const redeliver = (id: string) => merchant.post(`/v2/callbacks/${id}/redeliver`, {});
    expectDocumented(again, await redeliver(eventId), 200);
    expectDocumented(again, await redeliver('evt_nobody'), 404);
  });

  it.each([
    ['payment', idealBody()],
    ['payout', choicePayout()],
  ] as const)('a %s that is cancelled', async (type, body) => {
    const cancel: Documented = { method: 'post', path: `/v2/${type}/{reference}/cancel` };
    await merchant.post(`/v2/${type}`, body);
    const path = `/v2/${type}/${body.reference}/cancel`;
    expectDocumented(cancel, await merchant.postRaw(path, '{'), 400);
    expectDocumented(cancel, await merchant.postRaw(path, ''), 200);
    expectDocumented(cancel, await merchant.postRaw(`/v2/${type}/${newReference()}/cancel`, ''), 404);
  });

  it('the details of a transfer', async () => {
    const tell: Documented = { method: 'post', path: transferPath };
    const { reference } = await createTransfer(merchant);
    const day = { transferred_at: '2026-03-01' };
    for (const [details, status] of [
      [transferOf(reference, day), 200],
      [transferOf(reference), 400],
      [transferOf(newReference()), 404],
    ] as const) {
      expect(requestProblems(tell, details)).toEqual([]);
      expectDocumented(tell, await merchant.post(transferPath, details), status);
    }
  });
});

describe('GET /v2/methods', () => {
  it.each(['mk_test_demo', 'mk_test_strict', 'mk_test_card_only', 'mk_test_no_route'])(
    'answers %s as documented',
    async (key) => expectDocumented(list, await createMerchant(api, key).get('/v2/methods'), 200),
  );

  it('shows conditional fields that the route asks for, and URLs without default, as required', async () => {
    const requirement = async (key: string, path: string) => {
      const { body } = await createMerchant(api, key).get('/v2/methods');
      const methods = body['methods'] as readonly { method: string; fields: readonly Field[] }[];
      const fields = methods.find(({ method }) => method === 'mbway')?.fields;
      return fields?.find((field) => field.path === path)?.requirement;
    };
    type Field = { readonly path: string; readonly requirement: string };
    for (const path of ['customer.phone', 'callback_url']) {
      expect(await requirement('mk_test_demo', path)).toBe('conditional');
      expect(await requirement('mk_test_strict', path)).toBe('required');
    }
  });

  it('is signed like everything under /v2', async () => {
    expect((await fetch(`${api}/v2/methods`)).status).toBe(401);
  });
});

describe('/openapi.json', () => {
  it('is served unsigned, as it is checked in', async () => {
    const answer = await fetch(`${api}/openapi.json`);
    expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
  });

  it('has a page at /docs', async () => {
    const answer = await fetch(`${api}/docs`);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('swagger-ui')]);
  });
});
