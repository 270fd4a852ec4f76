import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Configuration } from '#domain/configuration/configuration';
import { currencyCodes } from '#domain/values/currencies';
import { catalogue } from '#domain/methods/catalogue';
import { requiredFields } from '#domain/methods/check-fields';
import { connectorTerms } from '#gateway/connectors/registry';
import { describeMistake } from '#configuration/mistake';
import { readConfiguration } from '#configuration/read-configuration';
import { describeMethod } from '../../apps/api/src/methods/describe-method.js';
import { describeFields, type FieldDescription } from '../../apps/api/src/methods/describe-fields.js';
import { usableMethods } from '../../apps/api/src/methods/usable-methods.js';

const configuration = readDevelopmentConfiguration();

function readDevelopmentConfiguration(): Configuration {
  const text = readFileSync(new URL('../../config/gateway.yaml', import.meta.url), 'utf8');
  const reading = readConfiguration(text, {
    environment: {},
    methods: [...new Set(catalogue.map((row) => row.code))],
    connectors: connectorTerms,
    hashBlocked: () => '',
  });
  if (reading.kind === 'refused') throw new Error(reading.mistakes.map(describeMistake).join('\n'));
  return reading.configuration;
}

function namesFor(project: string): string[] {
  return usableMethods(configuration, project).map(
    ({ method }) => `${method.type} ${method.style} ${method.code}`,
  );
}

function methodFor(project: string, code: string, style = 'h2h') {
  const found = usableMethods(configuration, project).find(
    ({ method }) => method.code === code && method.style === style,
  );
  if (found === undefined) throw new Error(`${project} has no ${style} ${code}`);
  return found;
}

function fieldOf(fields: readonly FieldDescription[], path: string): FieldDescription | undefined {
  return fields.find((field) => field.path === path);
}

/** With a sandbox that takes no other currencies. */
function withCurrencies(currencies: readonly string[]): Configuration {
  const { providers } = configuration;
  const sandbox = providers['sandbox'];
  if (sandbox === undefined) throw new Error('The development configuration has a sandbox');
  return { ...configuration, providers: { ...providers, sandbox: { ...sandbox, currencies } } };
}

describe('which methods a project can use', () => {
  it('is the whole catalogue, payins and payouts, where nothing is restricted', () => {
    expect(namesFor('demo')).toEqual(catalogue.map((row) => `${row.type} ${row.style} ${row.code}`));
    expect(methodFor('demo', 'card').currencies).toEqual(currencyCodes);
  });

  it.each(['project_off', 'mid_off', 'mid_broken', 'provider_off', 'no_route', 'nobody'])(
    'is an empty list for %s',
    (project) => expect(namesFor(project)).toEqual([]),
  );

  it('leaves out what is not enabled, and a direction that the provider does not take', () => {
    expect(namesFor('card_only')).toEqual(['payment hpp card', 'payment h2h card']);
    expect(namesFor('payin_only').filter((name) => name.startsWith('payout'))).toEqual([]);
    expect(namesFor('payin_only')).toContain('payment h2h ideal');
  });

  it('shows only currencies that a route takes', () => {
    const shown = usableMethods(withCurrencies(['EUR']), 'demo').map(
      ({ method, currencies }) => [method.code, currencies] as const,
    );
    expect(new Map(shown).get('card')).toEqual(['EUR']);
    expect(new Map(shown).get('ideal')).toEqual(['EUR']);
    expect(new Map(shown).has('ussd')).toBe(false);
  });

  it('lists the same currencies in the field, with an example that is one of them', () => {
    const usable = usableMethods(configuration, 'demo');
    const listed = usable.map(({ fields }) => fieldOf(fields, 'currency')?.constraint.enum);
    expect(listed).toEqual(usable.map(({ currencies }) => currencies));
    expect(listed.filter((currencies) => currencies?.length === 1).length).toBeGreaterThan(5);
    const kenyan = withCurrencies(['KES']);
    const [field] = usableMethods(kenyan, 'demo')
      .filter(({ method }) => method.code === 'ussd')
      .map(({ fields }) => fieldOf(fields, 'currency'));
    expect(field).toMatchObject({ constraint: { enum: ['KES'] }, example: 'KES' });
  });

  it('of African ones the nine of the sandbox', () => {
    const taken = ['GHS', 'KES', 'MWK', 'NGN', 'TZS', 'UGX', 'XAF', 'XOF', 'ZAR'];
    for (const code of ['ussd', 'bank_transfer_africa'])
      expect(methodFor('demo', code).currencies.toSorted()).toEqual(taken);
  });

  it('shows windows as configured for the project, else as the catalogue has them', () => {
    expect(methodFor('demo', 'mbway').windowMs).toBe(300_000);
    expect(methodFor('window', 'mbway').windowMs).toBe(20_000);
    expect(methodFor('demo', 'bank_transfer_bolivia').windowMs).toBeUndefined();
  });

  it('offers the bank-code challenge only where the route can, and asks for the bank code elsewhere', () => {
    const path = 'bank_transfer_africa.bank_code';
    const demo = methodFor('demo', 'bank_transfer_africa');
    expect([demo.challenges, fieldOf(demo.fields, path)?.requirement]).toEqual([['bank_code'], 'optional']);
    for (const project of ['challenge_none', 'challenge_twice', 'challenge_unsupported']) {
      const { challenges, fields } = methodFor(project, 'bank_transfer_africa');
      expect([challenges, fieldOf(fields, path)?.requirement]).toEqual([[], 'required']);
    }
  });
});

describe('what refunds a project can make of a method (contract §15.5)', () => {
  const refundOf = (of: Configuration, project: string, code: string) =>
    usableMethods(of, project)
      .filter(({ method }) => method.code === code && method.type === 'payment')
      .map((usable) => describeMethod(usable).refund);
  const sandbox = configuration.providers['sandbox'];
  if (sandbox === undefined) throw new Error('The development configuration has a sandbox');
  /** With the sandbox's own terms and types set here, whatever its connector has. */
  const having = (changes: Partial<typeof sandbox>, within?: number): Configuration => {
    const { demo, ...projects } = configuration.projects;
    if (demo === undefined) throw new Error('The development configuration has demo');
    return {
      ...configuration,
      providers: {
        ...configuration.providers,
        sandbox: { ...sandbox, types: ['payment', 'payout', 'refund'], refundTerms: {}, ...changes },
      },
      projects: {
        ...projects,
        demo: { ...demo, refunds: { ...demo.refunds, ...(within !== undefined && { withinMs: within }) } },
      },
    };
  };

  it('is what the rail allows, with the payout method that the project has', () => {
    const refunding = having({});
    expect(refundOf(refunding, 'demo', 'ideal')).toEqual([
      { possible: true, days: 365, parts: 'several', instead: null },
    ]);
    expect(refundOf(refunding, 'demo', 'pix')).toEqual([
      { possible: true, days: 90, parts: 'several', instead: 'pix' },
    ]);
    expect(refundOf(refunding, 'demo', 'ussd')).toEqual([
      { possible: false, days: null, parts: null, instead: 'bank_transfer_africa' },
    ]);
    expect(refundOf(refunding, 'demo', 'card')).toHaveLength(2);
  });

  it('names no payout method that the project cannot use', () => {
    expect(refundOf(having({ methods: ['ussd'] }), 'demo', 'ussd')).toEqual([
      { possible: false, days: null, parts: null, instead: null },
    ]);
  });

  it('is narrowed by the provider of the first route, and by the project, in whole days', () => {
    const one = having({ refundTerms: { mbway: { possible: true, days: 30, parts: 'one' } } });
    expect(refundOf(one, 'demo', 'mbway')).toEqual([
      { possible: true, days: 30, parts: 'one', instead: null },
    ]);
    const short = having({}, 2.9 * 24 * 60 * 60_000);
    expect(refundOf(short, 'demo', 'wallet_mach')).toEqual([
      { possible: true, days: 2, parts: 'whole', instead: null },
    ]);
  });

  it('is none at a provider that makes no refunds', () => {
    expect(refundOf(having({ types: ['payment', 'payout'] }), 'demo', 'ideal')).toEqual([
      { possible: false, days: null, parts: null, instead: null },
    ]);
  });

  it('is said of payments alone', () => {
    const payouts = usableMethods(having({}), 'demo').filter(({ method }) => method.type === 'payout');
    expect(payouts.map((usable) => describeMethod(usable).refund)).toEqual(payouts.map(() => undefined));
  });
});

describe('which fields a project must send', () => {
  it('are those that the catalogue requires, whatever the project', () => {
    for (const row of catalogue) {
      const required = describeFields(row).filter(({ requirement }) => requirement === 'required');
      const paths = required.map(({ path }) => path);
      expect(paths).toEqual(expect.arrayContaining(requiredFields(row)));
      expect(paths).toHaveLength(requiredFields(row).length + 1);
    }
  });

  it('and conditional ones that the route asks for, and URLs without a default of the project', () => {
    const asked = ['customer.email', 'customer.phone', 'redirect_url', 'cancel_url', 'callback_url'];
    const inDemo = methodFor('demo', 'multibanco', 'hpp').fields;
    expect(fieldOf(inDemo, 'customer.email')?.requirement).toBe('conditional');
    const { fields } = methodFor('strict', 'qr_code', 'hpp');
    for (const path of asked) expect([path, fieldOf(fields, path)?.requirement]).toEqual([path, 'required']);
    expect(fieldOf(methodFor('strict', 'multibanco', 'hpp').fields, 'callback_url')?.requirement).toBe(
      'optional',
    );
  });

  it.each(catalogue)('of $type $style $code each have a constraint with a problem text', (row) => {
    for (const { constraint } of describeFields(row)) {
      expect(constraint.problem).not.toBe('');
      expect(() => new RegExp(constraint.pattern ?? '', 'u')).not.toThrow();
    }
  });

  it('have the constraint that acceptance checks: the row narrows the general one', () => {
    const { fields } = methodFor('demo', 'qr_code', 'hpp');
    expect(fieldOf(fields, 'customer.phone')?.constraint.pattern).toBe(String.raw`^(\+?57)?[36]\d{9}$`);
    expect(fieldOf(fields, 'customer.email')?.constraint).toMatchObject({ format: 'email', maxLength: 255 });
    expect(fieldOf(fields, 'customer.itn')?.when.map(({ is }) => is)).toEqual([
      ['CO_CC', 'CO_CE'],
      ['CO_NIT'],
    ]);
  });

  it('inside an optional object are required with it', () => {
    const { fields } = methodFor('demo', 'card');
    expect(fieldOf(fields, 'card.pan')).toMatchObject({ requirement: 'required', onlyWith: 'card' });
    expect(fieldOf(fields, 'customer.email')?.onlyWith).toBeUndefined();
  });
});
