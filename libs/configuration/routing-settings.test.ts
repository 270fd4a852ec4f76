import { describe, expect, it } from 'vitest';
import { describeMistake } from './mistake.js';
import { changed, mistakesOf, readText, sound } from './testing/sound-file.js';

/** What routes, MIDs and providers say about the ways between them, and where secrets come from. */
describe('settings of routes, MIDs and providers', () => {
  it.each([
    [
      'conditions of a route that hold for nothing',
      '[{ mid: bank_1 }]',
      "[{ mid: bank_1, currencies: [EURO], countries: [es], bins: ['424'], amount: { EURO: { max: 1 } } }]",
      [
        'line 40, column 42: projects.shop.routes.0.currencies.0: must be an ISO 4217 code in upper case',
        'line 40, column 61: projects.shop.routes.0.countries.0: must be an ISO 3166-1 alpha-2 code in upper case',
        'line 40, column 73: projects.shop.routes.0.bins.0: must be 4 to 8 digits in quotes',
        'line 40, column 91: projects.shop.routes.0.amount.EURO: must be min, max or an ISO 4217 code in upper case',
      ],
    ],
    [
      'values of extra.meta that are no text, and none at all',
      '[{ mid: bank_1 }]',
      "[{ mid: bank_1, when: { meta: { level: [1, ''] } } }, { mid: bank_1, name: other, when: {} }]",
      [
        'line 40, column 53: projects.shop.routes.0.when.meta.level.0: must be string',
        'line 40, column 56: projects.shop.routes.0.when.meta.level.1: must NOT have fewer than 1 characters',
        'line 40, column 95: projects.shop.routes.1.when: meta is missing',
      ],
    ],
    [
      'currencies by method without those of the others',
      'currencies: [EUR]',
      'currencies: { pix: [BR], p2p: all }',
      [
        'line 30, column 5: providers.bank.currencies: all is missing',
        'line 30, column 25: providers.bank.currencies.pix.0: must be an ISO 4217 code in upper case',
        'line 30, column 30: providers.bank.currencies.p2p: there is no such method',
      ],
    ],
    [
      'amounts of a route that are upside down',
      '[{ mid: bank_1 }]',
      '[{ mid: bank_1, amount: { min: 2, max: 1, EUR: { min: 3, max: 2 } } }]',
      [
        'line 40, column 29: projects.shop.routes.0.amount: min is larger than max',
        'line 40, column 55: projects.shop.routes.0.amount.EUR: min is larger than max',
      ],
    ],
    [
      'a priority that only some routes have',
      '[{ mid: bank_1 }]',
      '[{ mid: bank_1 }, { mid: bank_1, name: other, priority: 1 }]',
      [
        'line 40, column 14: projects.shop.routes.0: other routes of the project have a priority; give one to each, or to none',
      ],
    ],
    [
      'a weight that only some routes of a priority have',
      '[{ mid: bank_1 }]',
      '[{ mid: bank_1, priority: 1, weight: 2 }, { mid: bank_1, name: other, priority: 1 }]',
      [
        'line 40, column 55: projects.shop.routes.1: another route of this priority has a weight; give one to each of them, or to none',
      ],
    ],
    [
      'a malformed circuit',
      'settle: 60s',
      'settle: 60s\n    circuit: often',
      [
        'line 33, column 5: providers.bank.circuit: must be { failures: ..., cooldown: ... }, or the word none',
      ],
    ],
    [
      'rules for accounts that are none',
      'settle: 60s',
      'settle: 60s\n    resolve_accounts: { mismatch: continue, no_answer: 5, names: exact }',
      [
        'line 33, column 25: providers.bank.resolve_accounts.mismatch: must be one of refuse, review',
        'line 33, column 45: providers.bank.resolve_accounts.no_answer: must be string',
        'line 33, column 45: providers.bank.resolve_accounts.no_answer: must be one of continue, refuse',
        'line 33, column 59: providers.bank.resolve_accounts.names: unknown key',
      ],
    ],
    [
      'accounts to be resolved by who cannot',
      'settle: 60s',
      'settle: 60s\n    resolve_accounts: true',
      ['line 33, column 5: providers.bank.resolve_accounts: connector sandbox cannot resolve accounts'],
    ],
    [
      'limits of a MID upside down',
      'provider: bank,',
      'provider: bank, limits: { all: { min: 2, max: 1 } },',
      ['line 34, column 39: mids.bank_1.limits.all: min is larger than max'],
    ],
    [
      'a rate of a MID that is no number',
      'provider: bank,',
      'provider: bank, requests_per_second_max: 0,',
      ['line 34, column 29: mids.bank_1.requests_per_second_max: must be >= 1'],
    ],
    [
      'a secret file that cannot be read',
      "'${BANK_SECRET}'",
      "'${file:/run/secrets/gone}'",
      [
        'line 34, column 69: mids.bank_1.credentials.secret: the secret file /run/secrets/gone cannot be read, or is empty',
      ],
    ],
    [
      'a secret file beside the configuration',
      "'${BANK_SECRET}'",
      "'${file:bank}'",
      [
        'line 34, column 69: mids.bank_1.credentials.secret: a secret file is named by its whole path, such as /run/secrets/bank',
      ],
    ],
  ])('refuses %s, with its line and path', (_name, from, to, mistakes) => {
    expect(mistakesOf(changed(from, to))).toEqual(mistakes);
  });

  it('resolves conditions, weights and what a MID narrows', () => {
    const text = sound
      .replace(
        '[{ mid: bank_1 }]',
        "[{ mid: bank_1, weight: 7, amount: { max: 500, EUR: { min: '0.5' } }, bins: ['424242'] }, { mid: bank_1, name: second, weight: 3, countries: [ES] }, { mid: bank_1, name: third, when: { meta: { channel: [app, '1.0'] } } }]",
      )
      .replace(
        'provider: bank,',
        'provider: bank, methods: [card], requests_per_second_max: 5, limits: { card: { max: 9 } },',
      )
      .replace('settle: 60s', 'settle: 60s\n    circuit: { failures: 3, cooldown: 10s }');
    const reading = readText(text);
    if (reading.kind === 'refused') throw new Error(reading.mistakes.map(describeMistake).join());
    const { routes, mids, providers } = reading.configuration;
    expect(
      routes.map(({ name, priority, weight, conditions }) => [name, priority, weight, conditions]),
    ).toEqual([
      ['bank_1', 1, 7, { amount: { all: { max: '500' }, EUR: { min: '0.5' } }, bins: ['424242'] }],
      ['second', 1, 3, { countries: ['ES'] }],
      ['third', 3, undefined, { meta: { channel: ['app', '1.0'] } }],
    ]);
    expect(mids['bank_1']).toEqual({
      provider: 'bank',
      enabled: true,
      credentials: { account: 'acct_1', secret: 'from the environment' },
      methods: ['card'],
      requestsPerSecondMax: 5,
      limits: { card: { max: '9' } },
    });
    expect(providers['bank']?.circuit).toEqual({ failures: 3, cooldownMs: 10_000 });
  });

  it.each([
    ['true', { mismatch: 'refuse', noAnswer: 'continue' }],
    ['{ mismatch: review }', { mismatch: 'review', noAnswer: 'continue' }],
    ['{ no_answer: refuse }', { mismatch: 'refuse', noAnswer: 'refuse' }],
    ['false', undefined],
  ])('resolves accounts by the rules of a provider that can: %s', (written, rules) => {
    const text = sound
      .replace('connector: sandbox', 'connector: paystack')
      .replace('currencies: [EUR]', 'currencies: [NGN]')
      .replace('settle: 60s', `settle: 60s\n    resolve_accounts: ${written}`)
      .replace("{ account: acct_1, secret: '${BANK_SECRET}' }", '{ secret_key: sk_test_0123456789 }');
    const reading = readText(text);
    if (reading.kind === 'refused') throw new Error(reading.mistakes.map(describeMistake).join());
    expect(reading.configuration.providers['bank']?.resolveAccounts).toEqual(rules);
  });

  it('puts in what secret files hold, beside the environment', () => {
    const text = changed("'${BANK_SECRET}'", "'${file:/run/secrets/bank}, ${BANK_SECRET}'");
    const credentials = { secret: 'from a file, from the environment' };
    expect(readText(text)).toMatchObject({ configuration: { mids: { bank_1: { credentials } } } });
  });
});
