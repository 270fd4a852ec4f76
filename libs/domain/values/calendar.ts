const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** A day that exists, as `YYYY-MM-DD`: not `2023-02-29`. */
export function isCalendarDate(text: string): boolean {
  const parts = datePattern.exec(text);
  if (parts === null) return false;
  const [year, month, day] = parts.slice(1).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** A day that exists, and what was written behind it. */
type Timestamp = {
  readonly day: string;
  readonly separator?: string | undefined;
  /** Hour and minute. */
  readonly minute?: string | undefined;
  readonly second?: string | undefined;
  /** Digits behind the second. */
  readonly fraction?: string | undefined;
  /** `Z`, or sign, hour and perhaps minute. */
  readonly offset?: string | undefined;
};

const hour = String.raw`(?:[01]\d|2[0-3])`;
const timestampPattern = new RegExp(
  String.raw`^(?<day>\d{4}-\d\d-\d\d)(?:(?<separator>[T ])(?<minute>${hour}:[0-5]\d)` +
    String.raw`(?::(?<second>[0-5]\d|60)(?:[.,](?<fraction>\d{1,9}))?)?(?<offset>Z|[+-]${hour}(?::?[0-5]\d)?)?)?$`,
);

/** The one reader of what ISO 8601 and RFC 3339 write: a day, alone or with a time, with or without an offset. */
function readTimestamp(text: string): Timestamp | undefined {
  const { day = '', ...rest } = timestampPattern.exec(text)?.groups ?? {};
  return isCalendarDate(day) ? { day, ...rest } : undefined;
}

/** A day that exists, alone or with a time of that day, as ISO 8601 writes them; the offset may be left out. */
export function isIsoInstant(text: string): boolean {
  const timestamp = readTimestamp(text);
  return timestamp !== undefined && timestamp.separator !== ' ';
}

/** A date and time with its offset; a blank may stand for `T`, as RFC 3339 has it. */
export function isTimestamp(text: string): boolean {
  return readTimestamp(text)?.offset !== undefined;
}

/** `at` is of whole milliseconds; what lies behind them counts up to 999,999 nanoseconds. */
export type Instant = { readonly at: Date; readonly nanoseconds: number };

/** A date and time of ISO 8601 with its offset; undefined for any other text, and for a leap second, which no clock has. */
export function readExactInstant(text: string): Instant | undefined {
  const { day, separator, minute, second = '00', fraction = '', offset } = readTimestamp(text) ?? {};
  if (separator !== 'T' || offset === undefined || second === '60') return undefined;
  const [hours = '', minutes = '00'] = offset.replace(':', '').match(/[+-]?\d\d/g) ?? [];
  const zone = offset === 'Z' ? offset : `${hours}:${minutes}`;
  const digits = fraction.padEnd(9, '0');
  return {
    at: new Date(`${day}T${minute}:${second}.${digits.slice(0, 3)}${zone}`),
    nanoseconds: Number(digits.slice(3)),
  };
}

/** In UTC, with as many digits as it takes. */
export function writeInstant({ at, nanoseconds }: Instant): string {
  const text = at.toISOString();
  return nanoseconds === 0 ? text : text.replace('Z', `${String(nanoseconds).padStart(6, '0')}Z`);
}

/** Rounded up to milliseconds: what is kept in these and is not before the instant is not before that one, either. */
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

/** IANA zone of a payment's country: where it has several, the one of its capital. */
const zones: Readonly<Record<string, string>> = {
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
};

/** The zone that dates are shown in to a customer of the country; UTC for one we do not know, and for none. */
export function timeZoneOf(country: string | undefined): string {
  return (country !== undefined && zones[country]) || 'UTC';
}
