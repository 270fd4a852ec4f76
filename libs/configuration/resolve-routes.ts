import type {
  AmountLimits,
  CountedLimits,
  PeriodLimit,
  Route,
  RouteConditions,
} from '#domain/configuration/configuration';
import {
  splitAmount,
  type WrittenCountedLimits,
  type WrittenLimits,
  type WrittenPeriodLimit,
  type WrittenPeriodLimits,
  type WrittenRoute,
} from './written-configuration.js';

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

function resolveConditions({ currencies, countries, amount, bins, when }: WrittenRoute): RouteConditions {
  return {
    ...(currencies && { currencies }),
    ...(countries && { countries }),
    ...(amount && { amount: resolveAmount(amount) }),
    ...(bins && { bins }),
    ...(when && { meta: when.meta }),
  };
}

function resolveAmount(written: NonNullable<WrittenRoute['amount']>): Readonly<Record<string, AmountLimits>> {
  return Object.fromEntries(splitAmount(written).map(({ name, limits }) => [name, resolveLimits(limits)]));
}

export function resolveLimits({ min, max }: WrittenLimits): AmountLimits {
  return { ...(min !== undefined && { min: String(min) }), ...(max !== undefined && { max: String(max) }) };
}

/** A direction's own limit replaces that of both as a whole. Undefined where nothing is to be counted. */
export function resolveCountedLimits({ per_day, per_month }: WrittenCountedLimits = {}):
  CountedLimits | undefined {
  if (per_day === undefined && per_month === undefined) return undefined;
  return {
    ...(per_day && { day: resolveDirections(per_day) }),
    ...(per_month && { month: resolveDirections(per_month) }),
  };
}

/** What is written for both directions does not count refunds (contract §15.1). */
function resolveDirections({ payment, payout, refund, ...both }: WrittenPeriodLimits) {
  return {
    payment: resolveLimit(payment ?? both),
    payout: resolveLimit(payout ?? both),
    ...(refund && { refund: resolveLimit(refund) }),
  };
}

function resolveLimit({ amount = {}, count }: WrittenPeriodLimit): PeriodLimit {
  const amounts = typeof amount === 'object' ? amount : { all: amount };
  return {
    amounts: Object.fromEntries(Object.entries(amounts).map(([currency, one]) => [currency, String(one)])),
    ...(count !== undefined && { count }),
  };
}
