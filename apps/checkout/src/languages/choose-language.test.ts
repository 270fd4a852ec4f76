import { describe, expect, it } from 'vitest';
import { chooseLanguage } from './choose-language.js';

describe('chooseLanguage', () => {
  it.each([
    ['es', 'es'],
    ['pt-PT', 'pt-BR'],
    ['ES-mx', 'es'],
    ['en-GB', 'en'],
    ['fr-CA', 'fr'],
    ['nl', 'nl'],
    ['ar-EG', 'ar'],
  ])('takes the locale the merchant asked for: %s', (locale, language) => {
    expect(chooseLanguage(locale, 'fr')).toBe(language);
  });

  it.each(['de', 'constructor', ''])('falls back to en for an unknown language: %s', (locale) => {
    expect(chooseLanguage(locale, 'pt')).toBe('en');
  });

  it.each([
    ['pt-BR,pt;q=0.9,en;q=0.8', 'pt-BR'],
    ['de, es;q=0.5, pt;q=0.7', 'pt-BR'],
    ['es;q=0, pt;q=0.1', 'pt-BR'],
    ['de-CH, *;q=0.5', 'en'],
    ['es;q=nonsense', 'en'],
    ['', 'en'],
    [undefined, 'en'],
  ])('without a locale asks the browser: %s', (header, language) => {
    expect(chooseLanguage(undefined, header)).toBe(language);
  });

  it.each([
    ['PT', 'pt-PT'],
    ['BR', 'pt-BR'],
    ['MX', 'pt-BR'],
    [undefined, 'pt-BR'],
  ])('for a method of %s Portuguese is %s, whatever the tag says', (country, language) => {
    expect(chooseLanguage('pt', undefined, country)).toBe(language);
    expect(chooseLanguage('pt-AO', undefined, country)).toBe(language);
    expect(chooseLanguage(undefined, 'pt-BR', country)).toBe(language);
    expect(chooseLanguage('es', 'pt', country)).toBe('es');
  });
});
