import type { Language } from './words.js';

/** `COP` is `Colombian peso`; a code that Intl has no name for is shown by its code. */
export function currencyName(currency: string, language: Language): string {
  return new Intl.DisplayNames(language, { type: 'currency' }).of(currency) ?? currency;
}
