import { describe, expect, it } from 'vitest';
import { connectorTerms } from '#gateway/connectors/registry';
import { checkMeaning } from './check.js';
import { checkMids } from './check-providers.js';
import { soundParts } from './sound-parts.js';

const whole = {
  key_id: 'mk_1',
  secret: Buffer.alloc(32, 1).toString('base64'),
  callback_key_id: 'ck_1',
  callback_secret: `whsec_${Buffer.alloc(24, 2).toString('base64')}`,
};

function mistakesOf(credentials: object | undefined, connector = 'v2') {
  const data = {
    providers: { upstream: { connector } },
    mids: { one: { provider: 'upstream', credentials } },
  };
  return checkMids(soundParts(data, [], connectorTerms));
}

describe('the credentials of a MID', () => {
  it('are whole for connector v2, or absent', () => {
    expect(mistakesOf(whole)).toEqual([]);
    expect(mistakesOf(undefined)).toEqual([]);
  });

  it('each missing or malformed one is reported by its place, never by its value', () => {
    const { callback_key_id: _left, ...others } = whole;
    expect(mistakesOf({ ...others, secret: 'short', callback_secret: whole.secret })).toEqual([
      { at: ['mids', 'one', 'credentials', 'secret'], message: 'must be base64 of 32 bytes' },
      { at: ['mids', 'one', 'credentials'], message: 'callback_key_id is missing' },
      {
        at: ['mids', 'one', 'credentials', 'callback_secret'],
        message: 'must be whsec_ and base64 of 24 to 64 bytes',
      },
    ]);
  });

  it('are what the connector of their provider asks for', () => {
    const missing = (key: string) => ({ at: ['mids', 'one', 'credentials'], message: `${key} is missing` });
    expect(mistakesOf({ account: 'acct_1', secret: 's' }, 'sandbox')).toEqual([]);
    expect(mistakesOf(whole, 'sandbox')).toEqual([missing('account')]);
    expect(mistakesOf({ anything: 'goes' }, 'sandbox')).toEqual([missing('account'), missing('secret')]);
  });

  it('a provider may have its connector from the defaults', () => {
    const data = {
      provider_defaults: { connector: 'v2' },
      providers: { upstream: {} },
      mids: { one: { provider: 'upstream', credentials: {} } },
    };
    expect(checkMids(soundParts(data, [], connectorTerms))).toHaveLength(4);
  });
});

describe('what a connector can do', () => {
  const data = (kiosk: object, route: object) => ({
    providers: {
      kiosk: { connector: 'payin', base_url: 'https://x', currencies: 'all', settle: '60s', ...kiosk },
    },
    mids: { kiosk_1: { provider: 'kiosk' } },
    projects: { shop: { routes: [{ mid: 'kiosk_1', ...route }] } },
  });
  const connectors = {
    payin: {
      types: ['payment'],
      methods: ['ideal'],
      challenges: ['redirect'],
      credentials: {},
      decimals: 'iso',
      resolvesAccounts: false,
      readsStatements: false,
    },
  } as const;
  const mistakes = (kiosk: object, route: object = { types: ['payment'] }) =>
    checkMeaning({ merchants: { shop: {} }, ...data(kiosk, route) }, [], connectors);

  it('is narrowed by the configuration, or as the connector has it', () => {
    expect(mistakes({})).toEqual([]);
    expect(mistakes({ types: ['payment'], methods: ['ideal'], challenges: [] })).toEqual([]);
    expect(mistakes({ methods: 'all' })).toEqual([]);
  });

  it.each([
    ['types', 'payout'],
    ['methods', 'pix'],
    ['challenges', 'qr'],
  ])('is not widened by it: %s', (key, word) => {
    const at = ['providers', 'kiosk'];
    expect(mistakes({ [key]: [word] })).toContainEqual({ at, message: `connector payin has no ${word}` });
  });

  it('decides which way a route may go', () => {
    const message = 'route kiosk_1 sends payouts to provider kiosk, which takes payments only';
    const refused = [{ at: ['projects', 'shop', 'routes', 0], message }];
    expect(mistakes({}, {})).toEqual(refused);
    expect(mistakes({}, { types: ['payout'] })).toEqual(refused);
    expect(mistakes({}, { types: ['payment'] })).toEqual([]);
  });
});
