import { declineCodes, meaningOf, type Meaning } from './error-codes.js';

/** The codes of a failed payment, as Stripe writes them. */
type Decline = {
  readonly code: string | undefined;
  readonly declineCode: string | undefined;
  readonly adviceCode: string | undefined;
};

/** A code that is not in the list is hard: the schemes fine those who go on trying. */
export function isSoftDecline(decline: Decline): boolean {
  const { adviceCode } = decline;
  if (adviceCode !== undefined && adviceCode !== 'try_again_later') return false;
  return meaningOfDecline(decline) === 'soft';
}

/** Whether the customer may try another card, or the same one with its details corrected. */
export function mayTryAgain(decline: Decline): boolean {
  if (decline.adviceCode === 'do_not_try_again') return false;
  const meaning = meaningOfDecline(decline);
  return meaning === 'soft' || meaning === 'customer';
}

function meaningOfDecline({ code, declineCode }: Decline): Meaning {
  if (declineCode === undefined) return meaningOf(code ?? '');
  const meanings: Readonly<Record<string, Meaning>> = declineCodes;
  return (Object.hasOwn(meanings, declineCode) ? meanings[declineCode] : undefined) ?? 'hard';
}
