import { describe, expect, it } from 'vitest';
import { chooseRoute, type RouteRequest } from '#domain/routing/choose-route';
import { switchableNames, withSwitchedOff, type SwitchKind } from '#domain/routing/switched-off';
import { usableMethods } from '../../apps/api/src/methods/usable-methods.js';
import { readDevelopmentConfiguration } from '../stack/read-development-configuration.js';

/** Goal: what operations have switched off is refused as if the configuration had it off, and nothing else is. */
const configuration = readDevelopmentConfiguration();
const payin: RouteRequest = { type: 'payment', method: 'ideal', currency: 'EUR' };
const payout: RouteRequest = { type: 'payout', method: 'pix', currency: 'BRL' };

const switched = (...[kind, name]: readonly [SwitchKind, string]) =>
  withSwitchedOff(configuration, [{ kind, name }]);

describe('a switch', () => {
  it.each([
    ['provider', 'sandbox', 'demo', payin, 'providerDisabled'],
    ['provider', 'sandbox', 'demo', payout, 'providerDisabled'],
    ['mid', 'main', 'demo', payin, 'paymentMidDisabled'],
    ['mid', 'main', 'demo', payout, 'payoutMidDisabled'],
    ['method', 'ideal', 'demo', payin, 'methodNotEnabled'],
    ['method', 'pix', 'demo', payout, 'methodNotEnabled'],
    ['method', 'card', 'card_only', { ...payin, method: 'card' }, 'methodNotEnabled'],
  ] as const)('%s %s, key of %s: %o is %s', (kind, name, project, request, error) => {
    expect(chooseRoute(configuration, project, request).kind).toBe('chosen');
    expect(chooseRoute(switched(kind, name), project, request)).toMatchObject({ kind: 'refused', error });
  });

  it.each([
    ['provider', 'sandbox_closed'],
    ['mid', 'closed'],
  ] as const)('%s %s leaves the other routes', (kind, name) => {
    expect(chooseRoute(switched(kind, name), 'cascade', payin)).toMatchObject({
      kind: 'chosen',
      candidates: [{ mid: 'main' }],
    });
  });

  it('of a method takes that one from the list of methods, for payments and payouts', () => {
    const codesIn = (of: typeof configuration) =>
      new Set(usableMethods(of, 'demo').map(({ method }) => method.code));
    const before = codesIn(configuration);
    expect(before.delete('pix')).toBe(true);
    expect(codesIn(switched('method', 'pix'))).toEqual(before);
  });

  it.each(['sandbox', 'main'])(
    'of refunds of %s stops no payment, and says so where refunds look',
    (name) => {
      const off = switched('refunds', name);
      expect(chooseRoute(off, 'demo', payin)).toEqual(chooseRoute(configuration, 'demo', payin));
      const stopped = Object.entries({ ...off.providers, ...off.mids }).filter(([, one]) => one.refundsOff);
      expect(stopped.map(([code]) => code)).toEqual([name]);
    },
  );

  it('changes nothing else', () => {
    const off = switched('provider', 'sandbox');
    const { sandbox, ...others } = configuration.providers;
    expect(off).toEqual({
      ...configuration,
      providers: { ...others, sandbox: { ...sandbox, enabled: false } },
    });
  });

  it.each([
    ['provider', 'main'],
    ['mid', 'gone'],
    ['method', 'visa'],
    ['refunds', 'gone'],
  ] as const)('of a %s that there is not, %s, means nothing', (kind, name) => {
    expect(chooseRoute(switched(kind, name), 'demo', payin)).toEqual(
      chooseRoute(configuration, 'demo', payin),
    );
  });
});

it('is possible for every provider, MID and method by its name, and for refunds by that of a provider or MID', () => {
  expect(switchableNames(configuration, 'refunds')).toEqual(expect.arrayContaining(['sandbox', 'main']));
  expect(switchableNames(configuration, 'provider')).toContain('sandbox');
  expect(switchableNames(configuration, 'mid')).toContain('main');
  expect(switchableNames(configuration, 'method')).toContain('ideal');
  expect(switchableNames(configuration, 'method')).not.toContain('pix_br');
});
