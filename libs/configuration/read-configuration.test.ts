import { describe, expect, it } from 'vitest';
import { connectorTerms } from '#gateway/connectors/registry';
import { changed, mistakesOf, readText, sound } from './testing/sound-file.js';

describe('readConfiguration', () => {
  it('resolves durations, defaults, overrides of timing and the environment', () => {
    const reading = readText(sound);
    expect(reading).toMatchObject({
      kind: 'read',
      configuration: {
        timing: {
          responseDeadlineMs: 30_000,
          providerCallMs: 20_000,
          windowMs: { hosted_page: 3_600_000, card: 900_000 },
        },
        merchants: { shop: { name: 'shop', enabled: true, openingBalances: {} } },
        projects: {
          shop: {
            merchant: 'shop',
            methods: 'all',
            timing: { responseDeadlineMs: 30_000, providerCallMs: 10_000 },
          },
        },
        providers: { bank: { baseUrl: 'http://localhost:3002', settleMs: 60_000, enabled: true } },
        mids: { bank_1: { credentials: { secret: 'from the environment' } } },
        routes: [{ name: 'bank_1', project: 'shop', types: ['payment', 'payout'], priority: 1 }],
      },
    });
  });

  it('accepts an old key with a warning, in the section of the file and of a project', () => {
    const text = changed('recovery: [5s]', 'sweep: [5s, 10s]').replace(
      'timing: { provider_call: 10s }',
      'timing: { sweep: [7s] }',
    );
    expect(readText(text)).toMatchObject({
      kind: 'read',
      configuration: {
        timing: { recoveryMs: [5_000, 10_000] },
        projects: { shop: { timing: { recoveryMs: [7_000] } } },
      },
      warnings: [
        {
          line: 19,
          path: 'timing.sweep',
          message: expect.stringMatching(/is now called recovery/) as string,
        },
        { line: 39, path: 'projects.shop.timing.sweep' },
      ],
    });
  });

  it('refuses a section that has the old key and the new one', () => {
    expect(mistakesOf(changed('recovery: [5s]', 'recovery: [5s]\n  sweep: [5s]'))).toEqual([
      'line 20, column 3: timing.sweep: unknown key',
    ]);
  });

  it.each([
    [
      'an unknown key',
      'lookup_call: 10s',
      'lookup_cal: 10s',
      ['line 5, column 3: timing.lookup_cal: unknown key'],
    ],
    [
      'a timing override that does not exist',
      '{ provider_call: 10s }',
      '{ provder_call: 10s }',
      ['line 39, column 15: projects.shop.timing.provder_call: unknown key'],
    ],
    [
      'a wrong duration',
      'recovery: [5s]',
      'recovery: [5s, 10]',
      ['line 19, column 18: timing.recovery.1: must be string'],
    ],
    [
      'a settle time of nothing',
      '    settle: 60s',
      '    settle: 0s',
      ['line 32, column 5: providers.bank.settle: must be longer than zero'],
    ],
    [
      'a duration without a unit',
      'response_deadline: 30s',
      "response_deadline: '30'",
      ['line 3, column 3: timing.response_deadline: must be a duration such as 250ms, 30s, 5m, 12h or 7d'],
    ],
    [
      'a call longer than the deadline',
      'timing: { provider_call: 10s }',
      'timing: { provider_call: 31s }',
      ['line 39, column 15: projects.shop.timing.provider_call: must be shorter than response_deadline'],
    ],
    [
      'a call longer than the usual deadline, of which the file says nothing',
      '  response_deadline: 30s\n  provider_call: 20s',
      '  provider_call: 30s',
      ['line 3, column 3: timing.provider_call: must be shorter than response_deadline'],
    ],
    [
      'a route to a MID that does not exist',
      '[{ mid: bank_1 }]',
      '[{ mid: bank_2 }]',
      ['line 40, column 16: projects.shop.routes.0.mid: there is no MID with this name'],
    ],
    [
      'two routes of one name',
      '[{ mid: bank_1 }]',
      '[{ mid: bank_1 }, { mid: bank_1, methods: [card] }]',
      [
        'line 40, column 31: projects.shop.routes.1: another route of the project has this name; give each a name of its own',
      ],
    ],
    [
      'two bank-code challenge settings',
      '{ mid: bank_1 }',
      '{ mid: bank_1, bank_code_challenges: [provider_banks, bundled_banks] }',
      [
        'line 40, column 29: projects.shop.routes.0.bank_code_challenges: more than one setting needs fixture: true',
      ],
    ],
    [
      'a MID of an unknown provider',
      'provider: bank,',
      'provider: blank,',
      ['line 34, column 13: mids.bank_1.provider: there is no provider with this name'],
    ],
    [
      'a project of an unknown merchant',
      '    keys: {',
      '    merchant: nobody\n    keys: {',
      ['line 37, column 5: projects.shop.merchant: there is no merchant nobody'],
    ],
    [
      'an unknown method',
      'methods: [card]',
      'methods: [cash]',
      ['line 29, column 15: providers.bank.methods.0: there is no such method'],
    ],
    [
      'an unknown window',
      'card: 15m',
      'cash: 15m',
      [
        'line 12, column 30: timing.window.cash: there is no such method (other names here: default, hosted_page)',
      ],
    ],
    [
      'an unknown currency',
      '[EUR]',
      '[EURO]',
      ['line 30, column 18: providers.bank.currencies.0: must be an ISO 4217 code in upper case'],
    ],
    [
      'an unknown connector',
      'connector: sandbox',
      'connector: sandbag',
      [
        `line 26, column 5: providers.bank.connector: there is no such connector (${Object.keys(connectorTerms).join(', ')})`,
      ],
    ],
    [
      'a provider that is not whole',
      '    settle: 60s\n',
      '',
      ['line 25, column 3: providers.bank: settle is missing'],
    ],
    [
      'a bad CIDR',
      '    routes:',
      "    callback_targets: [{ scheme: https, host: '*', cidrs: [10.0.0.0/33] }]\n    routes:",
      [
        'line 40, column 60: projects.shop.callback_targets.0.cidrs.0: must be an address range such as 10.20.0.0/16, or the word public',
      ],
    ],
    [
      'limits upside down',
      '    routes:',
      "    limits: { min: 10, max: '9.99' }\n    routes:",
      ['line 40, column 5: projects.shop.limits: min is larger than max'],
    ],
    [
      'an amount as a float',
      '    routes:',
      '    limits: { min: 0.1 }\n    routes:',
      ['line 40, column 15: projects.shop.limits.min: must be integer or string'],
    ],
    [
      'a key id used twice',
      '    routes:',
      '    routes: []\n  other:\n    merchant: shop\n    keys: { mk_shop: AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE= }\n    callback_keys: { ck_other: whsec_AgICAgICAgICAgICAgICAgICAgICAgIC }\n    routes:',
      ['line 43, column 13: projects.other.keys.mk_shop: this key id is already used'],
    ],
    [
      'a callback secret equal to a request key',
      'whsec_AgICAgICAgICAgICAgICAgICAgICAgIC',
      'whsec_AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=',
      ['line 38, column 22: projects.shop.callback_keys.ck_shop: a request key has the same secret'],
    ],
    [
      'a request key that is too short',
      'AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=',
      'AQEBAQ==',
      ['line 37, column 13: projects.shop.keys.mk_shop: must be base64 of 32 bytes'],
    ],
    [
      'a rate of an unknown provider',
      'mids:',
      "rates: [{ from: EUR, to: BRL, rate: '6', source: gone }]\nmids:",
      ['line 33, column 42: rates.0.source: there is no provider with this name'],
    ],
    [
      'a block for an unknown project',
      'mids:',
      'blocklist: { customers: [{ identifier: x, scope: project, applies_to: [shop, slop] }] }\nmids:',
      ['line 33, column 78: blocklist.customers.0.applies_to.1: there is no project with this name'],
    ],
    [
      'a duplicate key',
      '    settle: 60s',
      '    settle: 60s\n    settle: 30s',
      ['line 33, column 5: Map keys must be unique'],
    ],
  ])('refuses %s, with its line and path', (_name, from, to, mistakes) => {
    expect(mistakesOf(changed(from, to))).toEqual(mistakes);
  });

  it('accepts two challenge settings and a rate without provider where the file says that they are fixtures', () => {
    const text = changed(
      '{ mid: bank_1 }',
      '{ mid: bank_1, bank_code_challenges: [provider_banks, bundled_banks], fixture: true }',
    );
    const rates = "rates: [{ from: EUR, to: BRL, rate: '6', source: gone, fixture: true }]\n";
    expect(mistakesOf(text + rates)).toEqual([]);
  });

  it('reports all mistakes at once, in the order of the text, and each once', () => {
    const text = sound
      .replace('lookup_call: 10s', 'lookup_call: soon')
      .replace('provider: bank,', 'provider: blank,')
      .replace('settle: 60s', 'settle: later')
      .replace('mid: bank_1 }', 'mid: bank_2 }');
    expect(mistakesOf(text, {}).map((mistake) => mistake.split(':')[1]?.trim())).toEqual([
      'timing.lookup_call',
      'providers.bank.settle',
      'mids.bank_1.provider',
      'mids.bank_1.credentials.secret',
      'projects.shop.routes.0.mid',
    ]);
  });

  it('reports an alias without its anchor', () => {
    expect(mistakesOf(changed('[{ mid: bank_1 }]', '*nothing'))).toEqual([
      'line 40, column 13: no anchor with this name above',
    ]);
  });

  it('reports the place of a YAML syntax error', () => {
    expect(mistakesOf('signed_hosts: [localhost\ntiming: {}\n')).toEqual([
      expect.stringMatching(/^line 2, column \d+: /),
    ]);
  });

  it.each(['', 'a text', '[]', '12'])('refuses %j, which is no mapping', (text) => {
    expect(mistakesOf(text)).toEqual(['line 1, column 1: must be object']);
  });

  it('never quotes a value, which may be a secret', () => {
    const text = changed('AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=', 'canary-of-a-secret');
    expect(mistakesOf(text)).toHaveLength(1);
    expect(mistakesOf(text).join()).not.toContain('canary');
    const broken = mistakesOf(changed('keys: { mk_shop:', 'keys: } canary {'));
    expect(broken).toHaveLength(1);
    expect(broken.join()).not.toContain('canary');
  });
});
