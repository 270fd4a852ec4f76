const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** A day that exists, as `YYYY-MM-DD`: not `2023-02-29`. */
export function isCalendarDate(text: string): boolean {
  const parts = datePattern.exec(text);
  if (parts === null) return false;
  const [year = 0, month = 0, day = 0] = parts.slice(1).map(Number);
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** A day that exists in Postgres, too, which has no year 0. */
export function isStorableDate(text: string): boolean {
  return isCalendarDate(text) && !text.startsWith('0000');
}

/** An existing day with the parts of the text that follow it. */
type Timestamp = {
  readonly day: string;
  readonly separator?: string | undefined;
  /** Hour and minute. */
  readonly minute?: string | undefined;
  readonly second?: string | undefined;
  /** Digits of the fraction of a second. */
  readonly fraction?: string | undefined;
  /** `Z`, or sign, hour and perhaps minute. */
  readonly offset?: string | undefined;
  /** Sign and hours of an offset other than `Z`. */
  readonly offsetHours?: string | undefined;
  readonly offsetMinutes?: string | undefined;
};

const hour = String.raw`(?:[01]\d|2[0-3])`;
const timestampPattern = new RegExp(
  String.raw`^(?<day>\d{4}-\d\d-\d\d)(?:(?<separator>[T ])(?<minute>${hour}:[0-5]\d)` +
    String.raw`(?::(?<second>[0-5]\d|60)(?:[.,](?<fraction>\d{1,9}))?)?(?<offset>Z|(?<offsetHours>[+-]${hour})(?::?(?<offsetMinutes>[0-5]\d))?)?)?$`,
);

/** Reads a day of ISO 8601 or RFC 3339, alone or with a time, with or without an offset. */
function readTimestamp(text: string): Timestamp | undefined {
  const groups = timestampPattern.exec(text)?.groups;
  const day = text.slice(0, 'YYYY-MM-DD'.length);
  return groups && isCalendarDate(day) ? { ...groups, day } : undefined;
}

/** A day that exists, alone or with a time of that day, as ISO 8601 writes them; the offset may be left out. */
export function isIsoInstant(text: string): boolean {
  const timestamp = readTimestamp(text);
  return timestamp !== undefined && timestamp.separator !== ' ';
}

/** A date and time with its offset; a blank may replace `T` (RFC 3339). */
export function isTimestamp(text: string): boolean {
  return readTimestamp(text)?.offset !== undefined;
}

/** `at` has whole milliseconds; `nanoseconds` is the rest, up to 999,999. */
export type Instant = { readonly at: Date; readonly nanoseconds: number };

/** A date and time of ISO 8601 with its offset; undefined for any other text, and for a leap second, which no clock has. */
export function readExactInstant(text: string): Instant | undefined {
  const timestamp = readTimestamp(text);
  const { day, separator, minute, second = '00', fraction = '', offset } = timestamp ?? {};
  if (separator !== 'T' || offset === undefined || second === '60') return undefined;
  const { offsetHours, offsetMinutes = '00' } = timestamp ?? {};
  const zone = offsetHours === undefined ? offset : `${offsetHours}:${offsetMinutes}`;
  const digits = fraction.padEnd(9, '0');
  return {
    // Stryker disable next-line MethodExpression: the engine reads three digits of a fraction and ignores the others
    at: new Date(`${day}T${minute}:${second}.${digits.slice(0, 3)}${zone}`),
    nanoseconds: Number(digits.slice(3)),
  };
}

/** ISO 8601 in UTC, with three digits of a fraction, or nine if there are nanoseconds. */
export function writeInstant({ at, nanoseconds }: Instant): string {
  const text = at.toISOString();
  return nanoseconds === 0 ? text : text.replace('Z', `${String(nanoseconds).padStart(6, '0')}Z`);
}

/** Rounded up to milliseconds, for the comparison with times that are stored in milliseconds. */
export function roundUp({ at, nanoseconds }: Instant): Date {
  return new Date(at.getTime() + (nanoseconds > 0 ? 1 : 0));
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

/** IANA name of a time zone. An offset such as `+01:00` is none: Postgres reads its sign the other way round. */
export function isTimezone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).format() !== '' && /^[A-Z]/.test(text);
  } catch {
    return false;
  }
}

/** IANA time zone by country of the payment; that of the capital if the country has several. */
const zones: ReadonlyMap<string | undefined, string> = new Map(
  Object.entries({
    AU: 'Australia/Sydney',
    BO: 'America/La_Paz',
    BR: 'America/Sao_Paulo',
    CL: 'America/Santiago',
    CO: 'America/Bogota',
    CR: 'America/Costa_Rica',
    EG: 'Africa/Cairo',
    GH: 'Africa/Accra',
    KE: 'Africa/Nairobi',
    MW: 'Africa/Blantyre',
    MX: 'America/Mexico_City',
    NG: 'Africa/Lagos',
    NL: 'Europe/Amsterdam',
    PE: 'America/Lima',
    PT: 'Europe/Lisbon',
    TZ: 'Africa/Dar_es_Salaam',
    UG: 'Africa/Kampala',
    UY: 'America/Montevideo',
    UZ: 'Asia/Tashkent',
    ZA: 'Africa/Johannesburg',
  }),
);

/** The time zone in which dates are shown to a customer of the country; UTC without a country or for an unknown one. */
export function timeZoneOf(country: string | undefined): string {
  return zones.get(country) ?? 'UTC';
}
