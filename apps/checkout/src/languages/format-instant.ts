import type { Language } from './words.js';

/**
 * `22 November 2026 at 14:30 GMT-5`, in the language and zone (IANA). A date without a time stays a date. What is no
 * ISO 8601 text is given back as it is: better an odd date than none.
 */
export function formatInstant(instant: string, language: Language, timeZone: string): string {
  const time = new Date(instant);
  if (!/^\d{4}-\d{2}-\d{2}/.test(instant) || Number.isNaN(time.getTime())) return instant;
  const date = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  // A date alone is read as midnight UTC.
  const isDate = instant.length === 10;
  const options = isDate
    ? { ...date, timeZone: 'UTC' }
    : ({ ...date, hour: '2-digit', minute: '2-digit', timeZoneName: 'short', timeZone } as const);
  return new Intl.DateTimeFormat(localeOf(language), options).format(time);
}

/** Day before month and 24 hours, as everywhere our methods are. */
function localeOf(language: Language): string {
  return language === 'en' ? 'en-GB' : language;
}
