import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { catalogue } from '#domain/methods/catalogue';
import { connectorTerms } from '#gateway/connectors/registry';
import { readConfiguration } from './read-configuration.js';

const text = readFileSync(new URL('../../config/gateway.yaml', import.meta.url), 'utf8');

/** The development configuration with these values at their places. */
function readWith(...settings: readonly (readonly [path: readonly string[], value: unknown])[]) {
  const document = parseDocument(text);
  for (const [path, value] of settings) document.setIn(path, value);
  return readConfiguration(String(document), {
    environment: {},
    methods: catalogue.map(({ code }) => code),
    connectors: connectorTerms,
    hashBlocked: (kind, value) => `${kind}: ${value}`,
  });
}

it('reads blocks as hashes of what they name', () => {
  const expires = '2027-01-01T00:00:00Z';
  const reading = readWith([
    ['blocklist'],
    {
      customers: [
        { identifier: 'c-1', scope: 'global' },
        { email: 'Ada@Example.com', scope: 'system', reason: 'chargebacks', author: 'ada', expires },
        { phone: '+34 600 000 000', scope: 'merchant', applies_to: 'all' },
        { document: '529.982.247-25', scope: 'project', applies_to: ['demo_b'] },
      ],
      cards: [
        { number: '4242424242424242', scope: 'customer', applies_to: ['demo'] },
        { fingerprint: '0f'.repeat(32), scope: 'global' },
        { bin: '42424242', scope: 'global' },
      ],
    },
  ]);
  const everybody = { scope: 'global', appliesTo: 'all' };
  expect(reading).toMatchObject({
    kind: 'read',
    configuration: {
      blocklist: {
        customers: [
          { kind: 'identifier', value: 'identifier: c-1', ...everybody },
          {
            kind: 'email',
            value: 'email: Ada@Example.com',
            scope: 'system',
            appliesTo: 'all',
            reason: 'chargebacks',
            author: 'ada',
            expires,
          },
          { kind: 'phone', value: 'phone: +34 600 000 000', scope: 'merchant', appliesTo: 'all' },
          { kind: 'document', value: 'document: 529.982.247-25', scope: 'project', appliesTo: ['demo_b'] },
        ],
        cards: [
          { kind: 'card', value: 'card: 4242424242424242', scope: 'customer', appliesTo: ['demo'] },
          { kind: 'card', value: '0f'.repeat(32), ...everybody },
          { kind: 'bin', value: 'bin: 42424242', ...everybody },
        ],
      },
    },
  });
});

it('reads what projects do against card testing, one count for all or one for each', () => {
  const reading = readWith(
    [
      ['projects', 'demo', 'risk'],
      { card_testing: { declines: 5, within: '10m', blocked_for: '1h' }, faulty_forms: 20 },
    ],
    [
      ['projects', 'demo_b', 'risk'],
      { card_testing: { declines: { address: 50 }, within: '1m', blocked_for: '2m' } },
    ],
  );
  const declines = { customer: 5, address: 5 };
  expect(reading).toMatchObject({
    kind: 'read',
    configuration: {
      projects: {
        demo: {
          risk: { cardTesting: { declines, withinMs: 600_000, blockedForMs: 3_600_000 }, faultyFormsMax: 20 },
        },
        demo_b: {
          risk: { cardTesting: { declines: { address: 50 }, withinMs: 60_000, blockedForMs: 120_000 } },
        },
      },
    },
  });
});

it.each<readonly [string, readonly string[], unknown, string]>([
  [
    'a customer by two things',
    ['blocklist', 'customers'],
    [{ email: 'a@b.example', phone: '+34600000000', scope: 'global' }],
    'blocklist.customers.0: needs exactly one of identifier, email, phone, document',
  ],
  [
    'a card by nothing',
    ['blocklist', 'cards'],
    [{ scope: 'global' }],
    'blocklist.cards.0: needs exactly one of number, fingerprint, bin',
  ],
  [
    'a malformed phone',
    ['blocklist', 'customers'],
    [{ phone: 'none', scope: 'global' }],
    'blocklist.customers.0.phone: must be a phone number in quotes, such as +34 600 000 000',
  ],
  [
    'a malformed e-mail address',
    ['blocklist', 'customers'],
    [{ email: 'none', scope: 'global' }],
    'blocklist.customers.0.email: must be an e-mail address',
  ],
  [
    'a malformed document',
    ['blocklist', 'customers'],
    [{ document: '--', scope: 'global' }],
    'blocklist.customers.0.document: must be the number of a document in quotes',
  ],
  [
    'a BIN of five digits',
    ['blocklist', 'cards'],
    [{ bin: '41111', scope: 'global' }],
    'blocklist.cards.0.bin: must be 6 to 8 digits in quotes',
  ],
  [
    'a guard without its times',
    ['projects', 'demo', 'risk'],
    { card_testing: { declines: 5, within: '10m' } },
    'projects.demo.risk.card_testing: blocked_for is missing',
  ],
  [
    'a guard that counts nothing',
    ['projects', 'demo', 'risk'],
    { card_testing: { declines: {}, within: '10m', blocked_for: '1h' } },
    'projects.demo.risk.card_testing.declines: must NOT have fewer than 1 properties',
  ],
])('refuses %s', (_what, path, value, said) => {
  const reading = readWith([path, value]);
  const mistakes = reading.kind === 'refused' ? reading.mistakes : [];
  expect(mistakes.map(({ path: where, message }) => `${where}: ${message}`)).toEqual([said]);
});
