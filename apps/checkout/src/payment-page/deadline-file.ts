import type { Challenge } from '#domain/transaction/challenge';
import { formatAmount } from '../languages/format-amount.js';
import type { PageContent } from './page-content.js';
import { keptUntil } from './view.js';

/** Lines are folded at 75 octets (RFC 5545 §3.1). */
const octetsMax = 75;
/** A day ahead, and again three hours ahead. */
const reminders = ['-P1D', '-PT3H'] as const;

/**
 * The deadline of a voucher or a reference as an iCalendar file (RFC 5545), with the numbers that the customer needs to pay
 * and two reminders. Undefined if the page shows nothing that is paid later and elsewhere.
 */
export function deadlineFile(page: PageContent): string | undefined {
  const { payment, brand, words, locale, view, now } = page;
  if (view.kind !== 'instructions') return undefined;
  const until = keptUntil(view.challenge, payment.payableUntil);
  if (until === undefined) return undefined;
  const summary = `${words.titleOf(brand.name)}: ${formatAmount(payment, locale)}`;
  const { labels } = words.instructions;
  const order = `${words.labels.reference}: ${payment.reference}`;
  const details = [...valuesOf(view.challenge).map(([name, text]) => `${labels[name]}: ${text}`), order];
  const isDay = until.length === 'YYYY-MM-DD'.length;
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//payments-gateway//payment page//EN',
    'BEGIN:VEVENT',
    `UID:${payment.identifier}`,
    `DTSTAMP:${stamp(now)}`,
    isDay ? `DTSTART;VALUE=DATE:${until.replaceAll('-', '')}` : `DTSTART:${stamp(new Date(until))}`,
    `SUMMARY:${escape(summary)}`,
    `DESCRIPTION:${escape(details.join('\n'))}`,
    ...reminders.flatMap((trigger) => [
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      `TRIGGER:${trigger}`,
      `DESCRIPTION:${escape(summary)}`,
      'END:VALARM',
    ]),
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join('\r\n');
}

function valuesOf(challenge: Challenge): readonly (readonly ['number' | 'entity' | 'reference', string])[] {
  if (challenge.type === 'voucher') return [['number', challenge.number]];
  if (challenge.type !== 'multibanco') return [];
  return [
    ['entity', challenge.entity],
    ['reference', challenge.reference],
  ];
}

/** `20300102T030400Z`. */
function stamp(instant: Date): string {
  return instant.toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

function escape(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r?\n/g, String.raw`\n`);
}

/** Between characters, never within one. */
function fold(line: string): string {
  let octets = 0;
  return Array.from(line, (character) => {
    const size = Buffer.byteLength(character);
    octets += size;
    if (octets <= octetsMax) return character;
    octets = size + 1;
    return `\r\n ${character}`;
  }).join('');
}
