import type { Configuration, Project, Rate } from '../configuration/configuration.js';
import { convertMoney, toMinorUnits, type Money } from '../values/money.js';
import type { Refusal } from './refusal.js';

/** The parts of the configuration that a bill depends on; of a provider only its name. */
export type BillingTerms = Pick<Configuration, 'rates'> & {
  readonly projects: Readonly<Record<string, Pick<Project, 'billingCurrency'>>>;
  readonly providers: Readonly<Record<string, unknown>>;
};

/**
 * The money that the ledger moves for a payment or payout of the project (contract §12, §13): the amount as written, unless
 * the project bills in another currency. The first rate of the configuration that is valid now counts. An amount that
 * converts to less than half a minor unit cannot be posted, and is refused.
 */
export function bill(
  { projects, providers, rates }: BillingTerms,
  projectCode: string,
  money: Money,
  now: Date = new Date(),
): { readonly kind: 'billed'; readonly billing: Money } | Refusal {
  const currency = projects[projectCode]?.billingCurrency;
  if (currency === undefined || currency === money.currency) return { kind: 'billed', billing: money };
  const rate = rates.find(
    ({ from, to, ...validity }) => from === money.currency && to === currency && isValid(validity, now),
  );
  if (!rate) return { kind: 'refused', error: 'rateMissing' };
  if (!Object.hasOwn(providers, rate.source)) return { kind: 'refused', error: 'rateProviderMissing' };
  const billing = convertMoney(money.amount, { rate: rate.rate, currency });
  if (toMinorUnits(billing) === 0n) return { kind: 'refused', error: 'limitExceeded', description: nothing };
  return { kind: 'billed', billing };
}

const nothing = 'amount: must be at least one minor unit in the billing currency';

/** Valid from `validFrom` on, and before `validUntil`. */
function isValid({ validFrom, validUntil }: Pick<Rate, 'validFrom' | 'validUntil'>, now: Date): boolean {
  const from = validFrom === undefined ? -Infinity : Date.parse(validFrom);
  const until = validUntil === undefined ? Infinity : Date.parse(validUntil);
  return from <= now.getTime() && now.getTime() < until;
}
