import { describe, expect, it } from 'vitest';
import { idealBody } from '../fakes/bodies.js';
import { expectError } from '../witnesses/expect-error.js';
import { createMerchant } from '../fakes/merchant.js';
import { sharedStack } from '../stack/stack.js';

/** Goal: `extra.meta` decides the way where a route demands values of it (contract §9). Method: `mk_test_meta` of §12. */
const merchant = createMerchant(sharedStack.urls.api, 'mk_test_meta');
const target = '/v2/payment';
const withMeta = (meta: Readonly<Record<string, string | number | boolean>>) =>
  idealBody({ sandbox: 'success', ...meta });

describe.concurrent('a value that a route demands', () => {
  it.each([
    ['app', 'sandbox_app'],
    ['web', 'sandbox'],
  ])('channel %s goes to provider %s', async (channel, provider) => {
    const body = withMeta({ channel, shop: 'A-1' });
    expect((await merchant.post(target, body)).body).toMatchObject({ error_code: 0 });
    expect(await merchant.untilFinal(body.reference)).toMatchObject({ status: 'success', provider });
  });
});

describe('any other value, or none', () => {
  it.each([
    ['another value', { channel: 'kiosk' }],
    ['another case', { channel: 'App' }],
    ['a blank more', { channel: ' app' }],
    ['a number', { channel: 1 }],
    ['nothing but blanks', { channel: ' ' }],
    ['none', {}],
  ])('%s has no route', async (_name, meta) => {
    const body = withMeta(meta);
    const { reference } = body;
    expectError(await merchant.post(target, body), {
      status: 400,
      code: 121,
      reason: 'routing settings issue (disabled project or bank)',
      description: 'Unknown routing error',
      reference,
    });
    expect((await merchant.get(`${target}/${reference}`)).status).toBe(404);
  });
});

describe('POST /v2/routing/explain', () => {
  const explain = async (meta: Readonly<Record<string, string>>) =>
    (await merchant.post('/v2/routing/explain', withMeta(meta))).body;

  it('says which route is taken, and which values the other one demands', async () => {
    expect(await explain({ channel: 'web' })).toMatchObject({
      decision: 'accepted',
      candidates: [
        { route: 'app', taken: false, description: 'extra.meta.channel: must be one of app' },
        { route: 'web', taken: true, position: 1, provider: 'sandbox' },
        { route: 'rest', taken: false, description: 'The route does not accept the method' },
      ],
    });
  });

  it('refuses as the create call does', async () => {
    const demands = 'extra.meta.channel: is required by the route, and must be one of';
    expect(await explain({})).toMatchObject({
      decision: 'refused',
      error_code: 121,
      description: 'Unknown routing error',
      candidates: [{ description: `${demands} app` }, { description: `${demands} web` }, {}],
    });
  });
});
