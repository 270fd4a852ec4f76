import { methodOf } from '#domain/methods/find-method';
import type { Transaction } from '#domain/transaction/transaction';
import type { Language } from '../languages/words.js';

/** `es-MX`: in the same language Mexico writes 1,250.00 and Uruguay 1.250,00. Without a country the language alone. */
export function localeOf(
  { type, style, method }: Pick<Transaction, 'type' | 'style' | 'method'>,
  language: Language,
): string {
  const { country } = methodOf(type, style, method);
  return country === undefined ? language : `${language}-${country}`;
}
