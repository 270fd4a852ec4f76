import {
  fullMonth,
  fullYear,
  isCardNumber,
  isExpired,
  isExpiryMonth,
  isExpiryYear,
  isHolderName,
  isSecurityCode,
} from '#domain/values/card';
import { digitsOf, withAsciiDigits } from '#domain/values/digits';
import { isBlank } from '#domain/values/text';
import type { RequestCard } from '#domain/transaction/request';
import type { CardField } from '../languages/words.js';

/** The fields of the card form (contract §10), in the order of the page. */
export const cardFields = ['pan', 'expiry', 'cvv', 'holder_name'] as const satisfies readonly CardField[];

/** What is wrong with a posted card, by field. Contains nothing that was entered. */
export type CardFaults = Readonly<Partial<Record<CardField, 'missing' | 'malformed' | 'expired'>>>;

export type CardReading =
  | { readonly kind: 'card'; readonly card: RequestCard }
  | { readonly kind: 'faulty'; readonly faults: CardFaults };

/**
 * Reads the card of a posted form by the rules of the `card` object of a request (contract §5). The expiry date is one field
 * of the page; programs may post `exp_month` and `exp_year` instead.
 */
export function readCard(form: Pick<URLSearchParams, 'get'>, now: Date): CardReading {
  const entered = (name: string) => (form.get(name) ?? '').trim();
  const parts = [entered('exp_month'), entered('exp_year')];
  const expiry = isBlank(entered('expiry')) ? parts.join('/').replace(/^\/$/, '') : entered('expiry');
  // Numbers are entered as they are printed or copied: in groups, with signs between them, in digits of any script. The
  // script of the form reads them alike.
  const [pan, cvv, holderName] = [
    digitsOf(entered('pan')),
    plainDigits(entered('cvv')),
    entered('holder_name'),
  ];
  const expires = readExpiry(expiry);
  const faults: Readonly<Record<CardField, CardFaults[CardField]>> = {
    pan: isCardNumber(pan) ? undefined : faultOf(entered('pan')),
    expiry: expires === undefined ? faultOf(expiry) : isExpired(expires, now) ? 'expired' : undefined,
    cvv: isSecurityCode(cvv) ? undefined : faultOf(entered('cvv')),
    holder_name: isHolderName(holderName) && !isBlank(holderName) ? undefined : faultOf(holderName),
  };
  const faulty = cardFields.filter((field) => faults[field] !== undefined);
  if (expires === undefined || faulty.length > 0) {
    return { kind: 'faulty', faults: Object.fromEntries(faulty.map((field) => [field, faults[field]])) };
  }
  return { kind: 'card', card: { pan, ...expires, cvv, holderName } };
}

function faultOf(text: string): 'missing' | 'malformed' {
  return isBlank(text) ? 'missing' : 'malformed';
}

/** `7/31`, `07 / 2031` or `0731`, in digits of any script; undefined if it is no month and year. */
function readExpiry(text: string): Pick<RequestCard, 'expMonth' | 'expYear'> | undefined {
  const plain = plainDigits(text);
  const [, month = '', year = ''] =
    /^(\d+)[^\p{L}\d]+(\d+)$/u.exec(plain) ?? /^(\d\d)(\d+)$/.exec(plain) ?? [];
  if (!isExpiryMonth(month) || !isExpiryYear(year)) return undefined;
  return { expMonth: fullMonth(month), expYear: fullYear(year) };
}

/** Without white space and invisible characters, in digits of ASCII. */
function plainDigits(text: string): string {
  return withAsciiDigits(text).replaceAll(/[\p{White_Space}\p{Default_Ignorable_Code_Point}]/gu, '');
}
