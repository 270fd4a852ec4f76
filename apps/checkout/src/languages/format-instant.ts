import type { Language } from './words.js';

const day = { day: 'numeric', month: 'long', year: 'numeric' } as const;
const time = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;

/**
 * `22 November 2026 at 14:30 GMT-5` in the given language and IANA time zone, or the time only. A date without a time stays
 * a date. Text that is not ISO 8601 is returned unchanged: an odd date is better than none.
 */
export function formatInstant(
  text: string,
  language: Language,
  timeZone: string,
  shown: 'date' | 'time' = 'date',
): string {
  const instant = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(instant.getTime())) return text;
  // A date without a time is parsed as midnight UTC.
  if (text.length === 10) return format({ ...day, timeZone: 'UTC' });
  return format({ ...(shown === 'date' && day), ...time, timeZone });

  function format(options: Intl.DateTimeFormatOptions): string {
    return new Intl.DateTimeFormat(localeOf(language), options).format(instant);
  }
}

/** Day before month and a 24-hour clock, as in all countries of our methods. */
function localeOf(language: Language): string {
  return language === 'en' ? 'en-GB' : language;
}
