import { isCalendarDate, readExactInstant } from '../values/calendar.js';
import { fromUnits } from '../values/money.js';
import type { StatementMapping } from './mapping.js';

/**
 * An amount as a provider writes it, as a signed decimal string in major units; undefined if it is not in the declared
 * form. Never a float: `9007199254740993.01` stays what it is.
 */
export function readDecimal(
  text: string,
  { decimal, thousands }: Pick<StatementMapping, 'decimal' | 'thousands'>,
): string | undefined {
  const trimmed = text.trim().replaceAll(/[\u00A0\u202F]/g, ' ');
  const form = decimalForm(decimal, thousands);
  const [, sign = '', digits, fraction] = form.exec(trimmed) ?? [];
  if (digits === undefined) return undefined;
  const amount = digits.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '');
  return `${sign === '-' ? '-' : ''}${amount}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** By its signs; made once, as that takes longer than an amount takes to be read. */
const decimalForms = new Map<string, RegExp>();

function decimalForm(decimal: string, thousands: string | undefined): RegExp {
  const signs = `${decimal}${thousands ?? ''}`;
  const known = decimalForms.get(signs);
  if (known) return known;
  const group = thousands === undefined ? undefined : escapeSign(thousands);
  const whole = group === undefined ? String.raw`\d+` : String.raw`(?:\d{1,3}(?:${group}\d{3})+|\d+)`;
  const form = new RegExp(String.raw`^([+-]?)(${whole})(?:${escapeSign(decimal)}(\d+))?$`);
  decimalForms.set(signs, form);
  return form;
}

/** An amount in whole minor units, as a signed decimal string in major units. */
export function readMinor(text: string, decimals: number): string | undefined {
  const trimmed = text.trim();
  return /^[+-]?\d{1,30}$/.test(trimmed) ? fromUnits(BigInt(trimmed), decimals) : undefined;
}

/** A day as `YYYY-MM-DD`, alone or before a time of its own clock; of an instant the day in the time zone. */
export function readDay(
  text: string,
  { dates }: Pick<StatementMapping, 'dates'>,
  timezone: string,
): string | undefined {
  const trimmed = text.trim();
  if (dates === 'instant') {
    const instant = readExactInstant(trimmed.replace(' ', 'T'));
    return instant && dayIn(instant.at, timezone);
  }
  const groups = dayForms[dates].exec(trimmed)?.groups;
  const day = groups && `${groups['y']}-${groups['m']}-${groups['d']}`;
  return day !== undefined && isCalendarDate(day) ? day : undefined;
}

const time = String.raw`(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?`;
const dayForms: Readonly<Record<Exclude<StatementMapping['dates'], 'instant'>, RegExp>> = {
  'YYYY-MM-DD': new RegExp(String.raw`^(?<y>\d{4})-(?<m>\d\d)-(?<d>\d\d)${time}$`),
  'DD.MM.YYYY': new RegExp(String.raw`^(?<d>\d\d)\.(?<m>\d\d)\.(?<y>\d{4})${time}$`),
  'DD/MM/YYYY': new RegExp(String.raw`^(?<d>\d\d)/(?<m>\d\d)/(?<y>\d{4})${time}$`),
  'MM/DD/YYYY': new RegExp(String.raw`^(?<m>\d\d)/(?<d>\d\d)/(?<y>\d{4})${time}$`),
  YYYYMMDD: new RegExp(String.raw`^(?<y>\d{4})(?<m>\d\d)(?<d>\d\d)$`),
};

/** The day that it is in a time zone (IANA name) at an instant, `YYYY-MM-DD`. */
export function dayIn(at: Date, timezone: string): string {
  return clockOf(timezone).format(at).slice(0, 'YYYY-MM-DD'.length);
}

/** The time of the day in a time zone (IANA name) at an instant, `HH:MM`. */
export function timeIn(at: Date, timezone: string): string {
  return clockOf(timezone).format(at).slice('YYYY-MM-DD '.length, 'YYYY-MM-DD HH:MM'.length);
}

/** Whether a day begins at this instant in a time zone (IANA name). */
export function isMidnight(at: Date, timezone: string): boolean {
  return clockOf(timezone).format(at).endsWith(' 00:00:00') && at.getUTCMilliseconds() === 0;
}

/** Made once for each time zone, as that takes longer than a line takes to be read. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timezone: string): Intl.DateTimeFormat {
  const known = clocks.get(timezone);
  if (known) return known;
  // Sweden writes the time as ISO 8601 does, with a blank for `T`.
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  clocks.set(timezone, clock);
  return clock;
}

function escapeSign(sign: string): string {
  return sign.replace('.', String.raw`\.`);
}
