import { describe, expect, it } from 'vitest';
import { formatEmvCode } from './emv-code.js';

/** A reader of its own: the checksum by shifting bits of a polynomial division, fields by a recursive descent. */
function readEmvCode(code: string): ReadonlyMap<string, string> {
  const fields = readFields(code);
  expect([...fields.keys()].at(-1)).toBe('63');
  expect(code.slice(-8, -4)).toBe('6304');
  expect(fields.get('63')).toBe(remainder(code.slice(0, -4)));
  return fields;
}

function readFields(text: string): ReadonlyMap<string, string> {
  if (text === '') return new Map();
  const [, tag = '', digits = ''] = /^(\d\d)(\d\d)/.exec(text) ?? [];
  const end = 4 + Number(digits);
  expect(text.length).toBeGreaterThanOrEqual(end);
  const rest = readFields(text.slice(end));
  expect(rest.has(tag)).toBe(false);
  return new Map([[tag, text.slice(4, end)], ...rest]);
}

/** CRC-16/CCITT-FALSE as a division over single bits. */
function remainder(text: string): string {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const message = Array.from(`${bits}${'0'.repeat(16)}`, Number).map((bit, at) => (at < 16 ? 1 - bit : bit));
  const divisor = Array.from('10001000000100001', Number);
  for (let at = 0; at < bits.length; at += 1) {
    if (message[at] === 1)
      divisor.forEach((bit, offset) => (message[at + offset] = (message[at + offset] ?? 0) ^ bit));
  }
  return Number.parseInt(message.slice(-16).join(''), 2).toString(16).toUpperCase().padStart(4, '0');
}

describe('a QR payload', () => {
  it('the reader reads the example of the central bank of Brazil', () => {
    const example =
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR' +
      '5913Fulano de Tal6008BRASILIA62070503***63041D3D';
    expect(readEmvCode(example).get('59')).toBe('Fulano de Tal');
  });

  it.each([
    ['10.1', '10.10'],
    ['10', '10.00'],
    ['1234567890.12', '1234567890.12'],
  ])('in reais is a dynamic BR Code over %s', (value, shown) => {
    const fields = readEmvCode(formatEmvCode({ value, iso: 'BRL', id: 'ch_0123456789abcdef01234567' }));
    expect(fields).toEqual(
      new Map([
        ['00', '01'],
        ['01', '12'],
        ['26', expect.any(String)],
        ['52', '0000'],
        ['53', '986'],
        ['54', shown],
        ['58', 'BR'],
        ['59', 'SANDBOX BANK'],
        ['60', 'SANDBOX'],
        ['62', '0503***'],
        ['63', expect.any(String)],
      ]),
    );
    const account = readFields(fields.get('26') ?? '');
    expect(account.get('00')).toBe('br.gov.bcb.pix');
    expect(account.get('25')).toMatch(/^[a-z.]+\/v2\/[a-z0-9]{1,77}$/);
  });

  it('in Colombian pesos names the country, the currency and the charge', () => {
    const fields = readEmvCode(
      formatEmvCode({ value: '50000', iso: 'COP', id: 'ch_0123456789abcdef01234567' }),
    );
    expect([fields.get('53'), fields.get('54'), fields.get('58')]).toEqual(['170', '50000.00', 'CO']);
    expect(readFields(fields.get('62') ?? '').get('05')).toBe('ch0123456789abcdef0123456');
  });
});
