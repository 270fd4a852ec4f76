import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCustomer, readLinks } from '../../tools/demo/customer.js';
import { cardBody, cardPageBody, enteredCard, withoutCard } from '../fakes/bodies.js';
import { startBreakableSystem, type BreakableSystem } from '../stack/breakable-system.js';
import { asksAgain, openForm, softlyDeclined } from '../fakes/declined-cards.js';
import { createMerchant, type Answer } from '../fakes/merchant.js';
import { proveEnd } from '../witnesses/prove-end.js';
import { until } from '../witnesses/until.js';

/** Goal: a card that a customer has entered is charged once, or is known not to have been, whatever ends meanwhile. */
let system: BreakableSystem;

beforeAll(async () => {
  system = await startBreakableSystem();
});
afterAll(() => system.stop());

type Body = Readonly<Record<string, unknown>> & { readonly reference: string };

describe('a card entered on the hosted form', () => {
  const newCardBodies: readonly (readonly [string, () => Body])[] = [
    ['HPP', () => cardPageBody()],
    ['H2H', () => withoutCard(cardBody(''))],
  ];
  const card = enteredCard('4242424242424242');

  it.each(newCardBodies)(
    '%s: the checkout ends right after it was recorded: a reload resumes, and it is one charge',
    async (_style, newBody) => {
      const { checkout } = system.stack.apps;
      const body = newBody();
      const { body: created } = await system.merchant.post('/v2/payment', body);
      const customer = createCustomer();
      const page = await customer.open(formUrlOf(created));
      await checkout.restart({ CRASH_POINTS: 'after posting:1' });
      await expect(customer.submit(page, 'pay', card)).rejects.toThrow();
      await checkout.restart({ CRASH_POINTS: '' });
      const leading = await customer.reloadUntil(page, ({ html }) => waysToProvider(html).length > 0);
      await customer.submit(await customer.open(String(waysToProvider(leading.html)[0])), 'approve');
      const { identifier } = await proveEnd(system.observers, body.reference, { status: 'success' });
      expect(await system.observers.witness.charges(String(identifier))).toHaveLength(1);
    },
  );

  it.each(['after provider', 'after record'])(
    'that is declined, while the worker ends %s: another one is asked for, sent by the next worker, and one charge',
    async (point) => {
      const merchant = createMerchant(system.stack.urls.api, 'mk_test_retry', { repeats: 0 });
      const { worker } = system.stack.apps;
      const { books, observers } = system;
      const { body, identifier, customer, page } = await openForm(merchant);
      await worker.restart({ CRASH_POINTS: `${point}:1` });
      const posting = customer.submit(page, 'pay', enteredCard(softlyDeclined));
      await until(
        () => observers.witness.charges(identifier),
        ({ length }) => length > 0,
      );
      await sleep(1_000);
      await worker.restart({ CRASH_POINTS: '' });
      await posting;
      const again = await customer.reloadUntil(page, asksAgain);
      await worker.kill();
      await customer.submit(again, 'pay', card);
      expect(await books.rows('select n from attempts where identifier = $1', identifier)).toEqual([
        { n: 1 },
      ]);
      await worker.start();
      const leading = await customer.reloadUntil(page, ({ html }) => waysToProvider(html).length > 0);
      await customer.submit(await customer.open(String(waysToProvider(leading.html)[0])), 'approve');
      await proveEnd({ ...observers, merchant }, body.reference, { status: 'success' });
      expect((await observers.witness.charges(identifier)).map(({ status }) => status)).toEqual([
        'declined',
        'success',
      ]);
    },
  );

  it.each(newCardBodies)(
    '%s: a 504, sent again, leads to the form of the one payment',
    async (_style, newBody) => {
      const body = newBody();
      await system.stack.apps.worker.kill();
      const late = await system.merchant.post('/v2/payment', body);
      expect(late.status).toBe(504);
      await system.stack.apps.worker.start();
      const { body: created } = await until(
        () => system.merchant.post('/v2/payment', body),
        ({ status }) => status === 200,
      );
      const { identifier, request_id } = late.body;
      expect(created).toMatchObject({ identifier, request_id, error_code: 0 });
      const customer = createCustomer();
      const page = await customer.open(formUrlOf(created));
      const posted = await customer.submit(page, 'pay', card);
      const leading = await customer.reloadUntil(posted, ({ html }) => waysToProvider(html).length > 0);
      await customer.submit(await customer.open(String(waysToProvider(leading.html)[0])), 'approve');
      await proveEnd(system.observers, body.reference, { status: 'success' });
    },
  );

  it('a 504, sent again after the key of fingerprints was changed, is the same payment; a form still leads to one', async () => {
    const body = cardBody('4242424242424242', { sandbox: 'success' });
    const entered = cardPageBody({ sandbox: 'success' });
    const { api, worker } = system.stack.apps;
    await worker.kill();
    const late = await system.merchant.post('/v2/payment', body);
    expect(late.status).toBe(504);
    const older = system.stack.environment['GATEWAY_FINGERPRINT_KEYS'] ?? '';
    const changed = { GATEWAY_FINGERPRINT_KEYS: `newer:${randomBytes(32).toString('base64')},${older}` };
    await api.restart(changed);
    await worker.restart(changed);
    await system.untilReady();
    const { body: again } = await until(
      () => system.merchant.post('/v2/payment', body),
      ({ status }) => status === 200,
    );
    expect(again['identifier']).toBe(late.body['identifier']);
    await proveEnd(system.observers, body.reference, { status: 'success' });
    const { body: created } = await system.merchant.post('/v2/payment', entered);
    const customer = createCustomer();
    await customer.submit(await customer.open(formUrlOf(created)), 'pay', card);
    await proveEnd(system.observers, entered.reference, { status: 'success' });
    const fingerprints = await system.books.rows(
      'select count(distinct card_fingerprint)::int as count, count(*)::int as all from transactions where reference = any($1) and card_fingerprint is not null',
      [body.reference, entered.reference],
    );
    // One was made before the change, by the api; the other after it, by the worker, for the checkout has no key for it.
    expect(fingerprints).toEqual([{ count: 2, all: 2 }]);
  });

  it('a vault that cannot store: 503, nothing is sent or registered, and it can be tried again', async () => {
    const body = cardPageBody({ sandbox: 'success' });
    const direct = cardBody('4242424242424242', { sandbox: 'success' });
    const { body: created } = await system.merchant.post('/v2/payment', body);
    const customer = createCustomer();
    const page = await customer.open(formUrlOf(created));
    await system.books.rows('alter table card_vault rename to card_vault_away');
    const refused = await customer.submit(page, 'pay', card);
    const refusedDirectly = await system.merchant.post('/v2/payment', direct);
    const { body: open } = await system.merchant.get(`/v2/payment/${body.reference}`);
    await system.books.rows('alter table card_vault_away rename to card_vault');
    expect([refused.httpStatus, open['status'], open['card']]).toEqual([503, 'new', undefined]);
    expect(refusedDirectly).toMatchObject({
      status: 503,
      body: { error_code: 200, description: 'failed to save card information' },
    });
    expect((await system.merchant.get(`/v2/payment/${direct.reference}`)).status).toBe(404);
    await customer.submit(page, 'pay', card);
    expect((await system.merchant.post('/v2/payment', direct)).status).toBe(200);
    for (const { reference } of [body, direct])
      await proveEnd(system.observers, reference, { status: 'success' });
  });
});

function formUrlOf(created: Answer['body']): string {
  const challenge = created['challenge'] as
    { readonly challenge_redirect: { readonly url: string } } | undefined;
  return challenge?.challenge_redirect.url ?? String(created['redirect_url']);
}

function waysToProvider(html: string): readonly string[] {
  return readLinks(html).filter((link) => link.startsWith(system.stack.urls.sandbox));
}
