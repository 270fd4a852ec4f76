import { describe, expect, it } from 'vitest';
import { chooseLanguage } from './choose-language.js';

describe('chooseLanguage', () => {
  it.each([
    ['es', 'es'],
    ['pt-BR', 'pt'],
    ['ES-mx', 'es'],
    ['en-GB', 'en'],
  ])('takes the locale the merchant asked for: %s', (locale, language) => {
    expect(chooseLanguage(locale, 'fr')).toBe(language);
  });

  it.each(['de', 'constructor', ''])('falls back to en for an unknown language: %s', (locale) => {
    expect(chooseLanguage(locale, 'pt')).toBe('en');
  });

  it.each([
    ['pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
    ['de, es;q=0.5, pt;q=0.7', 'pt'],
    ['es;q=0, pt;q=0.1', 'pt'],
    ['de-CH, *;q=0.5', 'en'],
    ['es;q=nonsense', 'en'],
    ['', 'en'],
    [undefined, 'en'],
  ])('without a locale asks the browser: %s', (header, language) => {
    expect(chooseLanguage(undefined, header)).toBe(language);
  });
});
