import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Configuration } from '#domain/configuration/configuration';
import { catalogue } from '#domain/methods/catalogue';
import { connectorTerms } from '#gateway/connectors/registry';
import { compareConfigurations, describeDifference } from './compare-configurations.js';
import { readConfiguration } from './read-configuration.js';

const file = readFileSync(new URL('../../config/gateway.yaml', import.meta.url), 'utf8');

function read(text: string): Configuration {
  const reading = readConfiguration(text, {
    environment: {},
    methods: [...new Set(catalogue.map((row) => row.code))],
    connectors: connectorTerms,
    readSecretFile: () => undefined,
    hashBlocked: (_kind, blocked) => blocked.slice(-4).repeat(16),
  });
  if (reading.kind === 'refused') throw new Error(reading.mistakes.map(({ message }) => message).join('\n'));
  return reading.configuration;
}

/** What applying the file with one text replaced would be said to change. */
function changesBy(from: string, to: string): readonly string[] {
  expect(file.split(from)).toHaveLength(2);
  const other = read(file.replace(from, () => to));
  return compareConfigurations(read(file), other).map(describeDifference);
}

const anotherSecret = Buffer.alloc(32, 9).toString('base64');

describe('what another configuration would change', () => {
  it('nothing, when only comments and the order of keys differ', () => {
    const text = `# a comment\n${file.replace('{ min: 10, max: 1000 }', '{ max: 1000, min: 10 }')}`;
    expect(compareConfigurations(read(file), read(text))).toEqual([]);
  });

  it('a value, in the words of the file', () => {
    expect(changesBy('{ min: 10, max: 1000 }', '{ min: 10, max: 2000 }')).toEqual([
      '~ projects.limits.limits.max: 1000 → 2000',
    ]);
    expect(changesBy('callback_attempt: 15s', 'callback_attempt: 90s')).toEqual([
      '~ timing.callback_attempt: 15s → 90s',
    ]);
    expect(changesBy('retention: { personal: 90d }', 'retention: { personal: 36h }')).toEqual([
      '~ timing.retention.personal: 90d → 36h',
    ]);
    expect(changesBy('methods: [card] }\n  payin', 'methods: [card, pix] }\n  payin')).toEqual([
      '~ projects.card_only.methods: [card] → [card, pix]',
    ]);
  });

  it('the timing of a project, where it has its own', () => {
    expect(
      changesBy('bank_code_challenge: 20s }', 'bank_code_challenge: 30s, callback_attempt: 5s }'),
    ).toEqual([
      '+ projects.window.timing.callback_attempt: 5s',
      '~ projects.window.timing.bank_code_challenge: 20s → 30s',
    ]);
  });

  it('a route by its name, also when it only comes later', () => {
    expect(
      changesBy(
        '- { mid: closed, types: [payment] }\n      - { mid: main, bank_code_challenges: [provider_banks] }\n  cascade_soft',
        '- { mid: main, bank_code_challenges: [provider_banks] }\n      - { mid: closed, types: [payment] }\n  cascade_soft',
      ).toSorted(),
    ).toEqual([
      '~ projects.cascade.routes.closed.priority: 1 → 2',
      '~ projects.cascade.routes.main.priority: 2 → 1',
    ]);
  });

  it('the conditions of a route, in the words of the file and of the merchant', () => {
    expect(
      changesBy(
        'methods: [ideal], when: { meta: { channel: [web] } }',
        'methods: [ideal], countries: [NL], when: { meta: { channel: [web, kiosk], shopType: [a] } }',
      ),
    ).toEqual([
      '+ projects.meta.routes.web.countries: [NL]',
      '~ projects.meta.routes.web.when.meta.channel: [web] → [web, kiosk]',
      '+ projects.meta.routes.web.when.meta.shopType: [a]',
    ]);
  });

  it('an entry of a list without names, and another order of it', () => {
    const rates = "- { from: BRL, to: EUR, rate: '0.16', source: sandbox }";
    const added = "- { from: CLP, to: EUR, rate: '0.001', source: sandbox }";
    expect(changesBy(rates, `${added}\n  ${rates}`)).toEqual([
      '+ rates: { from: CLP, to: EUR, rate: 0.001, source: sandbox }',
    ]);
    const bob = "- { from: BOB, to: EUR, rate: '0.125', source: sandbox }";
    expect(changesBy(`${rates}\n  ${bob}`, `${bob}\n  ${rates}`)).toEqual(['~ rates: order → other order']);
  });

  it('a new merchant and its project, value by value', () => {
    const changes = changesBy(
      '  window: {}\n',
      '  window: {}\n  shop: { name: Shop, opening_balances: { EUR: 5 } }\n',
    );
    expect(changes).toEqual([
      '+ merchants.shop.name: Shop',
      '+ merchants.shop.enabled: true',
      '+ merchants.shop.opening_balances.EUR: 5',
    ]);
  });

  it('a secret only as changed, added or removed', () => {
    const changed = changesBy('mk_test_busy: *key', `mk_test_busy: ${anotherSecret}`);
    expect(changed).toEqual(['~ projects.busy.keys.mk_test_busy: (hidden) changed']);
    const renamed = changesBy('mk_test_busy: *key', `mk_test_other: ${anotherSecret}`);
    expect(renamed).toEqual([
      '+ projects.busy.keys.mk_test_other: (hidden)',
      '- projects.busy.keys.mk_test_busy: (hidden)',
    ]);
    expect(changesBy('${SANDBOX_SECOND_SECRET:-sandbox_secret_second}', 'canary-of-a-credential')).toEqual([
      '~ mids.second.credentials.secret: (hidden) changed',
    ]);
  });

  it('a blocked customer or card without saying who or which', () => {
    const customer = '- { identifier: blocked-system, scope: system }';
    expect(
      changesBy(customer, `- { identifier: canary, scope: system, reason: fraud }\n    ${customer}`),
    ).toEqual([
      '+ blocklist.customers: { kind: identifier, value: (hidden), scope: system, applies_to: all, reason: fraud }',
    ]);
    const changes = changesBy("number: '4000000000000408'", "number: '4111111111111111'");
    expect(changes).toHaveLength(2);
    expect(changes.join()).not.toMatch(/\d{4}/);
  });
});
