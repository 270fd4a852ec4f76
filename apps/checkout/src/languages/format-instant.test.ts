import { describe, expect, it } from 'vitest';
import { timeZoneOf } from '#domain/values/calendar';
import { catalogue } from '#domain/methods/catalogue';
import { currencyName } from './format-amount.js';
import { clockName, formatInstant } from './format-instant.js';
import { languages } from './languages.js';
import type { Language } from './words.js';

const plain = (text: string) => text.replaceAll(/\s/g, ' ');

describe('formatInstant', () => {
  it.each([
    ['2030-01-02T03:04:00.000Z', 'en', 'America/Bogota', /^1 January 2030.* 22:04$/],
    ['2030-01-02T03:04:00.000Z', 'es', 'America/Montevideo', /^2 de enero de 2030.* 0?0:04$/],
    ['2030-07-02T03:04:00.000Z', 'pt-PT', 'Europe/Lisbon', /^2 de julho de 2030.* 04:04$/],
    ['2030-01-02T03:04:00.000Z', 'ar', 'Africa/Cairo', /^2 يناير 2030.*5:04/],
    ['2030-01-02', 'en', 'America/Bogota', /^2 January 2030$/],
    ['soon', 'en', 'UTC', /^soon$/],
  ] as const)('shows %s in %s and %s', (instant, language, zone, shown) => {
    expect(plain(formatInstant(instant, language, zone))).toMatch(shown);
  });
});

describe('seen from now', () => {
  const now = new Date('2030-01-01T15:00:00Z');
  it.each([
    ['2030-01-02T03:04:00Z', 'en', 'today at 22:04'],
    ['2030-01-02T03:04:00Z', 'es', 'hoy a las 22:04'],
    ['2030-01-02T05:00:00Z', 'en', 'tomorrow at 00:00'],
    ['2030-01-02T05:00:00Z', 'pt-BR', 'amanhã às 00:00'],
    ['2030-01-03T05:00:00Z', 'en', 'Thursday 3 January at 00:00'],
    ['2030-01-02', 'es', '2 de enero de 2030'],
  ] as const)('%s is in %s: %s', (instant, language, shown) => {
    expect(plain(formatInstant(instant, language, 'America/Bogota', now))).toBe(shown);
  });
});

describe('clockName', () => {
  it.each([
    ['en', 'America/Bogota', 'Colombia Time'],
    ['es', 'America/Mexico_City', 'hora de Ciudad de México'],
    ['pt-BR', 'America/Sao_Paulo', 'Horário Padrão de Brasília'],
    ['en', 'Europe/Lisbon', 'Western European Time'],
    ['en', 'UTC', 'UTC'],
  ] as const)('in %s says whose clock it is: %s', (language, zone, name) => {
    expect(clockName('2030-01-02T03:04:00Z', language, zone)).toBe(name);
    expect(clockName('2030-01-02', language, zone)).toBeUndefined();
  });

  it('is words in every zone that a method has', () => {
    const zones = new Set(catalogue.map((row) => timeZoneOf(row.country)));
    for (const language of Object.keys(languages) as Language[]) {
      for (const zone of zones) expect(clockName('2030-01-02T03:04:00Z', language, zone)).not.toMatch(/GMT/);
    }
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
