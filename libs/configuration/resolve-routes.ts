import type { AmountLimits, Route, RouteConditions } from '#domain/configuration';
import { resolveLimits } from './resolve-limits.js';
import { splitAmount } from './split-amount.js';
import type { WrittenRoute } from './written-configuration.js';

/**
 * Without priorities a route listed earlier is preferred; neighbours with weights stand in one place, so that their
 * weights count.
 */
export function resolveRoutes(routes: readonly WrittenRoute[], project: string): readonly Route[] {
  const placeOf = (index: number): number => {
    const isWithNeighbour = routes[index]?.weight !== undefined && routes[index - 1]?.weight !== undefined;
    return isWithNeighbour ? placeOf(index - 1) : index + 1;
  };
  return routes.map((written, index) => {
    const conditions = resolveConditions(written);
    return {
      name: written.name ?? written.mid,
      project,
      types: written.types ?? ['payment', 'payout'],
      methods: written.methods ?? 'all',
      mid: written.mid,
      priority: written.priority ?? placeOf(index),
      ...(written.weight !== undefined && { weight: written.weight }),
      ...(Object.keys(conditions).length > 0 && { conditions }),
      bankCodeChallenges: written.bank_code_challenges ?? [],
    };
  });
}

function resolveConditions({ currencies, countries, amount, bins }: WrittenRoute): RouteConditions {
  return {
    ...(currencies && { currencies }),
    ...(countries && { countries }),
    ...(amount && { amount: resolveAmount(amount) }),
    ...(bins && { bins }),
  };
}

function resolveAmount(written: NonNullable<WrittenRoute['amount']>): Readonly<Record<string, AmountLimits>> {
  return Object.fromEntries(splitAmount(written).map(({ name, limits }) => [name, resolveLimits(limits)]));
}
