import { describe, expect, it } from 'vitest';
import { pageOf } from '../testing/render-page.js';
import { samplePayment } from '../testing/sample-payment.js';
import { deadlineFile } from './deadline-file.js';

const voucher = { type: 'voucher', number: '1234;5', payBy: '2030-01-02T03:04:05.678Z' } as const;
const until = (challenge: Parameters<typeof pageOf>[0] & object) => deadlineFile(pageOf(challenge)) ?? '';
const shown = (challenge: object) => ({ kind: 'instructions', challenge }) as Parameters<typeof pageOf>[0];
const unfolded = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');

describe('deadlineFile', () => {
  it('is the deadline of a voucher, with its number and two reminders', () => {
    const lines = unfolded(until(shown(voucher)));
    expect(lines.slice(0, 4)).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//payments-gateway//payment page//EN',
      'BEGIN:VEVENT',
    ]);
    expect(lines).toContain('DTSTART:20300102T030405Z');
    expect(lines.find((line) => line.startsWith('SUMMARY'))).toMatch(
      /^SUMMARY:Payment to Shop & <Co>: R\$10\.10$/,
    );
    expect(lines).toContain(String.raw`DESCRIPTION:Voucher number: 1234\;5\nOrder: ord-<1>`);
    expect(lines.filter((line) => line === 'BEGIN:VALARM')).toHaveLength(2);
    expect(lines.at(-2)).toBe('END:VCALENDAR');
  });

  it('is a day where the provider gives no time', () => {
    const lines = unfolded(until(shown({ ...voucher, payBy: '2030-01-02' })));
    expect(lines).toContain('DTSTART;VALUE=DATE:20300102');
  });

  it('folds long lines between characters', () => {
    const reference = 'é€'.repeat(60);
    const file = deadlineFile(
      pageOf(shown(voucher), 'en', 'page', { payment: { ...samplePayment, reference } }),
    );
    for (const line of (file ?? '').split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(unfolded(file ?? '').join('\n')).toContain(reference);
  });

  it('exists only for what is paid later and elsewhere', () => {
    expect(until(shown({ type: 'multibanco', entity: '12345', reference: '123456789' }))).toContain('12345');
    expect(deadlineFile(pageOf(shown({ type: 'qr', payload: 'QR' })))).toBeUndefined();
    expect(deadlineFile(pageOf({ kind: 'waiting' }))).toBeUndefined();
  });
});
