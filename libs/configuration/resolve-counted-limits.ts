import type { CountedLimits, PeriodLimit } from '#domain/configuration';
import type {
  WrittenCountedLimits,
  WrittenPeriodLimit,
  WrittenPeriodLimits,
} from './written-configuration.js';

/** A direction's own limit replaces that of both as a whole. Undefined where nothing is to be counted. */
export function resolveCountedLimits({ per_day, per_month }: WrittenCountedLimits = {}):
  CountedLimits | undefined {
  if (per_day === undefined && per_month === undefined) return undefined;
  return {
    ...(per_day && { day: resolveDirections(per_day) }),
    ...(per_month && { month: resolveDirections(per_month) }),
  };
}

function resolveDirections({ payment, payout, ...both }: WrittenPeriodLimits) {
  return { payment: resolveLimit(payment ?? both), payout: resolveLimit(payout ?? both) };
}

function resolveLimit({ amount = {}, count }: WrittenPeriodLimit): PeriodLimit {
  const amounts = typeof amount === 'object' ? amount : { all: amount };
  return {
    amounts: Object.fromEntries(Object.entries(amounts).map(([currency, one]) => [currency, String(one)])),
    ...(count !== undefined && { count }),
  };
}
