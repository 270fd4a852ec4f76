import {
  fullMonth,
  fullYear,
  isCardNumber,
  isExpired,
  isExpiryMonth,
  isExpiryYear,
  isHolderName,
  isSecurityCode,
} from '#domain/card';
import type { RequestCard } from '#domain/transaction/request';

/** The fields of the card form (contract §10), in the order of the page. */
export const cardFields = ['pan', 'exp_month', 'exp_year', 'cvv', 'holder_name'] as const;
export type CardField = (typeof cardFields)[number];

/** What is wrong with a posted card, by field. Holds nothing of what was entered. */
export type CardFaults = Readonly<Partial<Record<CardField, 'malformed' | 'expired'>>>;

export type CardReading =
  | { readonly kind: 'card'; readonly card: RequestCard }
  | { readonly kind: 'faulty'; readonly faults: CardFaults };

/** The card of a posted form, by the rules of the request's own `card` object (contract §5). */
export function readCard(form: Pick<URLSearchParams, 'get'>, now: Date): CardReading {
  const entered = (field: CardField) => (form.get(field) ?? '').trim();
  // Printed in groups, and entered as printed.
  const pan = entered('pan').replaceAll(/\s/g, '');
  const [month, year, cvv, holderName] = [
    entered('exp_month'),
    entered('exp_year'),
    entered('cvv'),
    entered('holder_name'),
  ];
  const isFine: Readonly<Record<CardField, boolean>> = {
    pan: isCardNumber(pan),
    exp_month: isExpiryMonth(month),
    exp_year: isExpiryYear(year),
    cvv: isSecurityCode(cvv),
    holder_name: isHolderName(holderName),
  };
  const malformed = cardFields.filter((field) => !isFine[field]);
  const hasExpired =
    isFine.exp_month && isFine.exp_year && isExpired({ expMonth: month, expYear: year }, now);
  const faults: CardFaults = {
    ...Object.fromEntries(malformed.map((field) => [field, 'malformed'] as const)),
    ...(hasExpired ? { exp_month: 'expired', exp_year: 'expired' } : {}),
  };
  if (Object.keys(faults).length > 0) return { kind: 'faulty', faults };
  const [expMonth, expYear] = [fullMonth(month), fullYear(year)];
  return { kind: 'card', card: { pan, expMonth, expYear, cvv, holderName } };
}
