import type { Language } from './words.js';

const day = { day: 'numeric', month: 'long', year: 'numeric' } as const;
const time = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;

/**
 * `22 November 2026 at 14:30 GMT-5`, in the language and zone (IANA), or its time alone. A date without a time stays a
 * date. What is no ISO 8601 text is given back as it is: better an odd date than none.
 */
export function formatInstant(
  text: string,
  language: Language,
  timeZone: string,
  shown: 'date' | 'time' = 'date',
): string {
  const instant = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(instant.getTime())) return text;
  // A date alone is read as midnight UTC.
  if (text.length === 10) return format({ ...day, timeZone: 'UTC' });
  return format({ ...(shown === 'date' && day), ...time, timeZone });

  function format(options: Intl.DateTimeFormatOptions): string {
    return new Intl.DateTimeFormat(localeOf(language), options).format(instant);
  }
}

/** Day before month and 24 hours, as everywhere our methods are. */
function localeOf(language: Language): string {
  return language === 'en' ? 'en-GB' : language;
}
