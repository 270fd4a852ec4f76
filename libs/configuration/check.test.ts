import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogue } from '#domain/methods/catalogue';
import { connectorTerms } from '#gateway/connectors/registry';
import { checkMeaning } from './check.js';
import { describeMistake } from './mistake.js';
import { readConfiguration } from './read-configuration.js';

/**
 * Goal: a mistake of meaning in a file of the right shape is reported with its place. Method: the development file with one
 * text replaced, and the place of the mistake counted in it.
 */
const file = readFileSync(new URL('../../config/gateway.yaml', import.meta.url), 'utf8');

function mistakesOf(text: string): readonly string[] {
  const reading = readConfiguration(text, {
    environment: {},
    methods: [...new Set(catalogue.map((row) => row.code))],
    connectors: connectorTerms,
    readSecretFile: () => undefined,
    hashBlocked: () => 'f'.repeat(64),
  });
  return reading.kind === 'refused' ? reading.mistakes.map(describeMistake) : [];
}

function placeOf(text: string, part: string): string {
  const before = text.slice(0, text.indexOf(part)).split('\n');
  return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
}

type Mistake = {
  readonly from: string;
  readonly to: string;
  /** Where the reported place begins. */
  readonly at: string;
  readonly says: string;
};

const mistakes: Readonly<Record<string, Mistake>> = {
  'a rate that ends before it begins': {
    from: "rate: '0.16',",
    to: "rate: '0.16', valid_from: '2026-02-01T00:00:00Z', valid_until: '2026-01-31T23:59:59Z',",
    at: 'valid_until:',
    says: 'rates.0.valid_until: must be later than valid_from',
  },
  'a rate that ends as it begins': {
    from: "rate: '0.16',",
    to: "rate: '0.16', valid_from: '2026-02-01T00:00:00Z', valid_until: '2026-02-01T00:00:00Z',",
    at: 'valid_until:',
    says: 'rates.0.valid_until: must be later than valid_from',
  },
  'a rate from a currency to itself': {
    from: '{ from: BRL, to: EUR,',
    to: '{ from: BRL, to: BRL,',
    at: 'to: BRL',
    says: 'rates.0.to: is the same currency as from',
  },
  'a rate of nothing': {
    from: "rate: '0.16'",
    to: "rate: '0.000'",
    at: "rate: '0.000'",
    says: 'rates.0.rate: must be above zero',
  },
  'a rate of a provider that is not in the file, and no fixture': {
    from: 'source: gone, fixture: true',
    to: 'source: gone',
    at: 'source: gone',
    says: 'rates.2.source: there is no provider with this name',
  },
  'look-ups without a pause': {
    from: 'lookup: [5s, 10s,',
    to: 'lookup: [5s, 0ms,',
    at: '0ms, 15s',
    says: 'timing.lookup.1: must be longer than zero',
  },
  'recovery without a pause, in a project': {
    from: 'bank_code_challenge: 20s }',
    to: 'bank_code_challenge: 20s, recovery: [0s] }',
    at: '0s] }',
    says: 'projects.window.timing.recovery.0: must be longer than zero',
  },
  'a call that may take no time': {
    from: 'lookup_call: 10s',
    to: 'lookup_call: 0s',
    at: 'lookup_call',
    says: 'timing.lookup_call: must be longer than zero',
  },
  'a key of the vault that would live for a day': {
    from: 'vault_key: 1h',
    to: 'vault_key: 12h',
    at: 'vault_key',
    says: 'timing.vault_key: must not be longer than 11h',
  },
  'history that is kept for less than a month': {
    from: 'retention: { personal: 90d }',
    to: 'retention: { personal: 90d, history: 30d }',
    at: 'history: 30d',
    says: 'timing.retention.history: must not be shorter than 31d',
  },
  'a signed host that is a URL': {
    from: 'gw.example.com]',
    to: 'https://gw.example.com]',
    at: 'https://gw.example.com]',
    says: 'signed_hosts.2: must be a host name or an address, with a port or without',
  },
  'a conditional field that no customer has': {
    from: 'customer.phone] } }',
    to: 'customer.fone] } }',
    at: 'customer.fone',
    says: 'providers.sandbox_strict.requires.all.1: a customer has no such field',
  },
  'limits of a provider upside down': {
    from: 'card: { max: 500 }',
    to: "card: { min: '500.01', max: 500 }",
    at: "card: { min: '500.01'",
    says: 'providers.sandbox_card_limit.limits.card: min is larger than max',
  },
  'a callback secret that no webhook library takes': {
    from: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    to: `whsec_${Buffer.alloc(65, 7).toString('base64')}`,
    at: 'ck_test:',
    says: 'project_defaults.callback_keys.ck_test: must be whsec_ and base64 of 24 to 64 bytes',
  },
  'a second bank-code challenge setting, and no fixture': {
    from: 'bundled_banks], fixture: true',
    to: 'bundled_banks]',
    at: 'bank_code_challenges: [provider_banks, bundled_banks]',
    says: 'projects.challenge_twice.routes.0.bank_code_challenges: more than one setting needs fixture: true',
  },
};

describe('what has the right shape and makes no sense', () => {
  it.each(Object.entries(mistakes))('%s', (_name, { from, to, at, says }) => {
    expect(file.split(from)).toHaveLength(2);
    const text = file.replace(from, () => to);
    expect(mistakesOf(text)).toEqual([`${placeOf(text, at)}: ${says}`]);
  });

  it('a project whose keys are all kept in Postgres has no mistake', () => {
    const text = file.replace(
      'card_only: { keys: { mk_test_card_only: *key }, methods',
      'card_only: { methods',
    );
    expect(text).not.toBe(file);
    expect(mistakesOf(text)).toEqual([]);
  });
});

describe('opening balances', () => {
  const balanceMistakes = (opening_balances: Readonly<Record<string, string | number>>) =>
    checkMeaning(
      { merchant_defaults: { opening_balances }, merchants: { shop: { opening_balances } } },
      [],
      {},
    );

  it('are no finer than their currency', () => {
    expect(balanceMistakes({ EUR: '10.55', BHD: '0.001', UGX: 10 })).toEqual([]);
    expect(balanceMistakes({ EUR: '10.555', UGX: '10.5' })).toEqual([
      { at: ['merchant_defaults', 'opening_balances', 'EUR'], message: 'has more decimals than EUR has' },
      { at: ['merchant_defaults', 'opening_balances', 'UGX'], message: 'has more decimals than UGX has' },
      { at: ['merchants', 'shop', 'opening_balances', 'EUR'], message: 'has more decimals than EUR has' },
      { at: ['merchants', 'shop', 'opening_balances', 'UGX'], message: 'has more decimals than UGX has' },
    ]);
  });
});
