import { describe, expect, it } from 'vitest';
import { currencyName } from './format-amount.js';
import { formatInstant } from './format-instant.js';

const plain = (text: string) => text.replaceAll(/\s/g, ' ');

describe('formatInstant', () => {
  it.each([
    ['2030-01-02T03:04:00.000Z', 'en', 'America/Bogota', /^1 January 2030.* 22:04 GMT-5$/],
    ['2030-01-02T03:04:00.000Z', 'es', 'America/Montevideo', /^2 de enero de 2030.* 00:04 GMT-3$/],
    ['2030-07-02T03:04:00.000Z', 'pt-PT', 'Europe/Lisbon', /^2 de julho de 2030.* 04:04 (GMT\+1|WEST)$/],
    ['2030-01-02', 'en', 'America/Bogota', /^2 January 2030$/],
    ['soon', 'en', 'UTC', /^soon$/],
  ] as const)('shows %s in %s and %s', (instant, language, zone, shown) => {
    expect(plain(formatInstant(instant, language, zone))).toMatch(shown);
  });
});

describe('its time alone', () => {
  it('is shown where the day is plain', () => {
    expect(plain(formatInstant('2030-01-02T03:04:00Z', 'en', 'America/Bogota', 'time'))).toBe('22:04 GMT-5');
    expect(plain(formatInstant('2030-01-02', 'es', 'America/Bogota', 'time'))).toBe('2 de enero de 2030');
  });
});

describe('currencyName', () => {
  it.each([
    ['COP', 'es', 'peso colombiano'],
    ['BRL', 'pt-BR', 'Real brasileiro'],
    ['UZS', 'en', 'Uzbekistani Som'],
  ] as const)('of %s in %s', (currency, language, name) => {
    expect(currencyName(currency, language).toLowerCase()).toBe(name.toLowerCase());
  });
});
