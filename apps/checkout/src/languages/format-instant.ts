import { languages } from './languages.js';
import type { Language } from './words.js';

const day = { day: 'numeric', month: 'long', year: 'numeric' } as const;
const weekday = { weekday: 'long', day: 'numeric', month: 'long' } as const;
const time = { hour: '2-digit', minute: '2-digit' } as const;
const dayMs = 86_400_000;

/**
 * `22 November 2026 at 14:30` in the given language and IANA time zone; seen from `now`, what is to come is `today at
 * 14:30`, `tomorrow at 14:30` or `Sunday 22 November at 14:30`. A date without a time stays a date. Text that is not ISO
 * 8601 is returned unchanged: an odd date is better than none.
 */
export function formatInstant(text: string, language: Language, timeZone: string, now?: Date): string {
  const instant = new Date(text);
  if (!isInstant(text)) return text;
  // A date without a time is parsed as midnight UTC.
  if (isDay(text)) return format({ ...day, timeZone: 'UTC' });
  if (now === undefined) return format({ ...day, ...time, timeZone });
  const days = (dayNumber(instant, timeZone) - dayNumber(now, timeZone)) / dayMs;
  if (days !== 0 && days !== 1) return format({ ...weekday, ...time, timeZone });
  return languages[language].dayAndTime
    .replace(
      '{day}',
      new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto' }).format(days, 'day'),
    )
    .replace('{time}', format({ ...time, timeZone }));

  function format(options: Intl.DateTimeFormatOptions): string {
    return new Intl.DateTimeFormat(localeOf(language), options).format(instant);
  }
}

/** Whose clock it is, in words: `São Paulo Time`. Undefined for a date without a time, which has none. */
export function clockName(text: string, language: Language, timeZone: string): string | undefined {
  if (!isInstant(text) || isDay(text)) return undefined;
  if (timeZone === 'UTC') return timeZone;
  const short = nameOf('shortGeneric');
  return /^[A-Z]+([+-]|$)/.test(short) ? nameOf('longGeneric') : short;

  function nameOf(timeZoneName: 'shortGeneric' | 'longGeneric'): string {
    const parts = new Intl.DateTimeFormat(localeOf(language), { timeZone, timeZoneName }).formatToParts(
      new Date(text),
    );
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  }
}

function isInstant(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text));
}

function isDay(text: string): boolean {
  return text.length === 'YYYY-MM-DD'.length;
}

/** Midnight UTC of the day that it is in the zone. */
function dayNumber(instant: Date, timeZone: string): number {
  // Sweden writes dates as ISO 8601 does.
  return Date.parse(new Intl.DateTimeFormat('sv-SE', { timeZone }).format(instant));
}

/** Day before month and a 24-hour clock, as in all countries of our methods; Western digits, as on cards and at counters. */
function localeOf(language: Language): string {
  if (language === 'ar') return 'ar-u-nu-latn';
  return language === 'en' ? 'en-GB' : language;
}
