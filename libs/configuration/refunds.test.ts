import { describe, expect, it } from 'vitest';
import type { ConnectorTerms } from '#domain/configuration/connector-terms';
import { dayMs } from '#domain/refunds/refund-terms';
import { connectorTerms } from '#gateway/connectors/registry';
import { describeMistake } from './mistake.js';
import { readConfiguration } from './read-configuration.js';
import { changed, mistakesOf, readText, sound } from './testing/sound-file.js';

/** Goal: what the file says about refunds is checked as a whole, and is what it stands for (contract §15). */
function configurationOf(text: string) {
  const reading = readText(text);
  if (reading.kind === 'refused') throw new Error(reading.mistakes.map(describeMistake).join('\n'));
  return reading.configuration;
}

const inProject = (lines: string) => `${sound}    ${lines}\n`;
const inTiming = (lines: string) => changed('  recovery: [5s]\n', `  recovery: [5s]\n  ${lines}\n`);

describe('the refunds of a project', () => {
  it('are the usual ones where the file says nothing', () => {
    expect(configurationOf(sound).projects['shop']?.refunds).toEqual({
      maxPerPayment: 20,
      from: 'collected',
      approvalAbove: {},
    });
  });

  it('are what the project says', () => {
    const text = inProject(
      "refunds: { within: 10s, max_per_payment: 2, from: available, approval_above: { EUR: 100, USD: '99.50' } }",
    );
    expect(configurationOf(text).projects['shop']?.refunds).toEqual({
      withinMs: 10_000,
      maxPerPayment: 2,
      from: 'available',
      approvalAbove: { EUR: '100', USD: '99.50' },
    });
  });

  it('are those of the defaults, and replace them as a whole', () => {
    const defaults = changed(
      'projects:\n',
      'project_defaults: { refunds: { max_per_payment: 5 } }\nprojects:\n',
    );
    expect(configurationOf(defaults).projects['shop']?.refunds.maxPerPayment).toBe(5);
    const own = `${defaults}    refunds: { from: available }\n`;
    expect(configurationOf(own).projects['shop']?.refunds).toEqual({
      maxPerPayment: 20,
      from: 'available',
      approvalAbove: {},
    });
  });

  it.each([
    ['{ within: 0s }', 'within: must be longer than zero'],
    ['{ within: 90 }', 'within: must be string'],
    ["{ within: '90' }", 'within: must be a duration such as 250ms, 30s, 5m, 12h or 7d'],
    ['{ max_per_payment: 0 }', 'max_per_payment: must be >= 1'],
    ['{ max_per_payment: 1.5 }', 'max_per_payment: must be integer'],
    ['{ from: balance }', 'from: must be one of collected, available'],
    ['{ approval_above: 100 }', 'approval_above: must be object'],
    ['{ approval_above: { all: 100 } }', 'approval_above.all: must be an ISO 4217 code in upper case'],
    ['{ approval_above: { EUR: 1.5 } }', 'approval_above.EUR: must be integer or string'],
    ["{ approval_above: { EUR: '-1' } }", 'approval_above.EUR: must be a decimal number'],
    ["{ approval_above: { CLP: '1.5' } }", 'approval_above.CLP: has more decimals than CLP has'],
    ['{ possible: false }', 'possible: unknown key'],
  ])('are refused as %s', (refunds, says) => {
    const [mistake, ...others] = mistakesOf(inProject(`refunds: ${refunds}`));
    expect(mistake).toMatch(/^line 41, column \d+: /);
    expect(mistake?.endsWith(`: projects.shop.refunds.${says}`)).toBe(true);
    expect(others).toEqual([]);
  });

  it('are refused with every mistake at once', () => {
    const text = inProject('refunds: { within: soon, max_per_payment: -1, from: all, limit: 1 }');
    expect(mistakesOf(text)).toHaveLength(4);
  });
});

describe('the timing of refunds', () => {
  it('is the usual one where the file says nothing, and has the old two ages alone', () => {
    const { lateRefundLookupsMs, refundApprovalMs, submitMaxAgeMs } = configurationOf(sound).timing;
    expect([lateRefundLookupsMs, refundApprovalMs]).toEqual([[dayMs, 7 * dayMs, 30 * dayMs], 7 * dayMs]);
    expect(submitMaxAgeMs).toEqual({ payment: 120_000, payout: dayMs, refund: dayMs });
  });

  it('is what the file says', () => {
    const text = inTiming('late_refund_lookups: [5s, 15s]\n  refund_approval: 20s').replace(
      'payout: 24h }',
      'payout: 24h, refund: 1h }',
    );
    const { lateRefundLookupsMs, refundApprovalMs, submitMaxAgeMs } = configurationOf(text).timing;
    expect([lateRefundLookupsMs, refundApprovalMs]).toEqual([[5_000, 15_000], 20_000]);
    expect(submitMaxAgeMs.refund).toBe(3_600_000);
    expect(configurationOf(inTiming('late_refund_lookups: []')).timing.lateRefundLookupsMs).toEqual([]);
  });

  it.each([
    ['late_refund_lookups: [0s]', 'timing.late_refund_lookups.0: must be longer than zero'],
    ['refund_approval: 0s', 'timing.refund_approval: must be longer than zero'],
  ])('is refused as %s', (line, says) => {
    expect(mistakesOf(inTiming(line)).map((mistake) => mistake.replace(/^line.*?: /, ''))).toEqual([says]);
  });
});

describe('limits that count refunds', () => {
  const limitsOf = (limits: string) =>
    configurationOf(inProject(`limits: ${limits}`)).projects['shop']?.countedLimits;

  it('are those that name them', () => {
    expect(limitsOf('{ per_day: { refund: { amount: 100, count: 3 } } }')).toEqual({
      day: {
        payment: { amounts: {} },
        payout: { amounts: {} },
        refund: { amounts: { all: '100' }, count: 3 },
      },
    });
  });

  it('are not those of both directions', () => {
    expect(limitsOf('{ per_day: { count: 5 } }')?.day).not.toHaveProperty('refund');
    expect(limitsOf('{ per_day: { count: 5, refund: { count: 1 } } }')?.day).toMatchObject({
      payment: { count: 5 },
      payout: { count: 5 },
      refund: { count: 1 },
    });
  });

  it('belong to a project alone', () => {
    const ofCustomers = changed(
      'shop: {}',
      'shop: { customer_limits: { per_day: { refund: { count: 1 } } } }',
    );
    const ofMid = changed(
      '{ provider: bank, ',
      '{ provider: bank, counted_limits: { per_day: { refund: { count: 1 } } }, ',
    );
    for (const text of [ofCustomers, ofMid])
      expect(mistakesOf(text)[0]).toMatch(/per_day\.refund: unknown key$/);
  });
});

describe('a provider', () => {
  const sandbox = connectorTerms['sandbox'];
  if (sandbox === undefined) throw new Error('There is a connector sandbox');
  const refundTerms = { card: { possible: true, days: 30, parts: 'one' } } as const;
  const withConnector = (terms: Partial<ConnectorTerms>, from: string, to: string) =>
    readConfiguration(changed(from, to), {
      environment: { BANK_SECRET: 'secret' },
      methods: ['card', 'pix'],
      connectors: { sandbox: { ...sandbox, types: ['payment', 'payout'], ...terms } },
      readSecretFile: () => undefined,
      hashBlocked: () => '',
    });

  it('makes the refunds that its connector can, where it has no types of its own', () => {
    const reading = withConnector(
      { types: ['payment', 'payout', 'refund'], refundTerms },
      '    types: [payment]\n',
      '',
    );
    expect(reading.kind === 'read' && reading.configuration.providers['bank']).toMatchObject({
      types: ['payment', 'payout', 'refund'],
      refundTerms,
    });
  });

  it('makes those that its types name', () => {
    const able = { types: ['payment', 'payout', 'refund'] } as const;
    const named = withConnector(able, 'types: [payment]', 'types: [payment, refund]');
    expect(named.kind === 'read' && named.configuration.providers['bank']?.types).toEqual([
      'payment',
      'refund',
    ]);
    const unnamed = withConnector(able, 'types: [payment]', 'types: [payment]');
    expect(unnamed.kind === 'read' && unnamed.configuration.providers['bank']?.types).toEqual(['payment']);
  });

  it('may not name refunds that its connector cannot make', () => {
    const reading = withConnector({}, 'types: [payment]', 'types: [payment, refund]');
    expect(reading.kind === 'refused' && reading.mistakes.map(describeMistake)).toEqual([
      expect.stringMatching(/: providers\.bank: connector sandbox has no refund$/),
    ]);
  });

  it('has refunds without a route: a route may not name them', () => {
    const [mistake] = mistakesOf(changed('[{ mid: bank_1 }]', '[{ mid: bank_1, types: [refund] }]'));
    expect(mistake).toMatch(/projects\.shop\.routes\.0\.types\.0: must be one of payment, payout$/);
  });
});
