import type { AmountLimits, Route, RouteConditions } from '../configuration.js';
import type { RouteRequest } from './choose-route.js';
import { isWithin } from './is-within.js';
import type { Refusal } from './refusal.js';

/**
 * Why a route is not even asked: it is for other transactions. Nothing when it is for this one. What the request does
 * not tell is not held against a route; what it is known not to have is.
 */
export function refuseUnfit(route: Route, request: RouteRequest): Refusal | undefined {
  const description = unfitness(route, request);
  if (description === undefined) return undefined;
  const error = request.type === 'payment' ? 'paymentRouteMissing' : 'payoutRouteMissing';
  return { kind: 'refused', error, description };
}

function unfitness({ types, methods, conditions = {} }: Route, request: RouteRequest): string | undefined {
  const { type, method, currency, amount } = request;
  if (!types.includes(type)) return `The route takes no ${type}s`;
  if (methods !== 'all' && !methods.includes(method)) return 'The route does not take the method';
  if (conditions.currencies && !conditions.currencies.includes(currency))
    return 'The route does not take the currency';
  return (
    otherCountry(conditions, request) ??
    (amount === undefined || isWithin(limitsOf(conditions, currency), amount)
      ? undefined
      : 'amount: outside of what the route takes') ??
    otherCard(conditions, request)
  );
}

function otherCountry({ countries }: RouteConditions, { country }: RouteRequest): string | undefined {
  if (countries === undefined || country === undefined) return undefined;
  if (country === null) return 'customer.country: is not given, and the route asks for certain ones';
  return countries.includes(country) ? undefined : 'customer.country: is none that the route takes';
}

function limitsOf({ amount = {} }: RouteConditions, currency: string): AmountLimits | undefined {
  return amount[currency] ?? amount['all'];
}

function otherCard({ bins }: RouteConditions, { cardNumber }: RouteRequest): string | undefined {
  if (bins === undefined || cardNumber === undefined) return undefined;
  if (cardNumber === null) return 'The card is not known yet, and the route takes certain ones';
  return bins.some((bin) => cardNumber.startsWith(bin)) ? undefined : 'The route does not take the card';
}
