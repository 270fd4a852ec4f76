import { describe, expect, it } from 'vitest';
import { cardFields, readCard } from './read-card.js';

const now = new Date('2030-06-15T12:00:00Z');
const good = {
  pan: '4242424242424242',
  expiry: '12/31',
  cvv: '737',
  holder_name: 'Ada Byron',
};

function read(changes: Readonly<Record<string, string>>) {
  return readCard(new URLSearchParams({ ...good, ...changes }), now);
}

describe('readCard', () => {
  it('reads a good card in the form of the request: two digits of month, four of year', () => {
    const card = {
      pan: '4242424242424242',
      expMonth: '07',
      expYear: '2030',
      cvv: '737',
      holderName: 'Ada Byron',
    };
    for (const expiry of ['7/30', '07/30', '0730', '07 / 2030', '072030', '07-30']) {
      expect([expiry, read({ expiry })]).toEqual([expiry, { kind: 'card', card }]);
    }
    expect(read({ expiry: '', exp_month: '7', exp_year: '30' })).toEqual({ kind: 'card', card });
  });

  it('takes a number in groups as it is printed, and blanks around everything', () => {
    const blanks = { pan: ' 4242 4242 4242 4242 ', cvv: ' 737 ', holder_name: ' Ada Byron ' };
    expect(read(blanks)).toMatchObject({
      kind: 'card',
      card: { pan: good.pan, cvv: '737', holderName: 'Ada Byron' },
    });
  });

  it.each([
    '4242-4242-4242-4242',
    '4242–4242—4242‑4242',
    '4242.4242.4242.4242',
    '4242/4242_4242,4242',
    '4242\u00a04242\u202f4242\u20094242',
    '\u200e4242 4242\u200b4242\ufeff4242\u200f',
    '٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢',
    '۴۲۴۲۴۲۴۲۴۲۴۲۴۲۴۲',
    '４２４２　４２４２　４２４２　４２４２',
    '४२४२-४२४२-४२४२-४२४२',
    '𝟒𝟐𝟒𝟐4242４２４２٤٢٤٢',
  ])('takes a number as it is copied or typed: %s', (pan) => {
    expect(read({ pan })).toMatchObject({ kind: 'card', card: { pan: good.pan } });
  });

  it('takes month, year and code in digits of another script, without what is invisible', () => {
    const entered = { expiry: '\u200e०७/٢٠٣١', cvv: '７３ ７\u200b' };
    expect(read(entered)).toMatchObject({
      kind: 'card',
      card: { expMonth: '07', expYear: '2031', cvv: '737' },
    });
  });

  it('finds a field missing in which nothing is seen', () => {
    for (const field of cardFields) {
      expect(read({ [field]: '\u3164\u200b' })).toEqual({ kind: 'faulty', faults: { [field]: 'missing' } });
    }
  });

  it.each<readonly [keyof typeof good, string]>([
    ['pan', '4242424242424241'],
    ['pan', '42424242424'],
    ['pan', '42424242424242424242'],
    ['pan', '4242-4242-4242-4241'],
    ['pan', 'card'],
    ['pan', '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٣'],
    ['expiry', '0/31'],
    ['expiry', '13/31'],
    ['expiry', '012/31'],
    ['expiry', '12/203'],
    ['expiry', '131'],
    ['expiry', '12'],
    ['expiry', '12a31'],
    ['cvv', '73'],
    ['cvv', '73777'],
    ['cvv', '73a'],
    ['holder_name', 'A'],
    ['holder_name', 'A'.repeat(121)],
    ['holder_name', 'Ada\0Byron'],
  ])('finds %s malformed: "%s"', (field, value) => {
    expect(read({ [field]: value })).toEqual({ kind: 'faulty', faults: { [field]: 'malformed' } });
  });

  it('distinguishes an empty field from an invalid one', () => {
    for (const field of cardFields) {
      expect(read({ [field]: ' ' })).toEqual({ kind: 'faulty', faults: { [field]: 'missing' } });
    }
  });

  it('finds every field at once, and nothing of what was entered', () => {
    const faults = Object.fromEntries(cardFields.map((field) => [field, 'missing']));
    expect(readCard(new URLSearchParams(), now)).toEqual({ kind: 'faulty', faults });
  });

  it('an expired card is at fault in its expiry date; it is good until the last day of its month', () => {
    const faults = { expiry: 'expired' };
    expect(read({ expiry: '5/30' })).toEqual({ kind: 'faulty', faults });
    expect(read({ expiry: '', exp_month: '5', exp_year: '30' })).toEqual({ kind: 'faulty', faults });
    expect(read({ expiry: '6/30' }).kind).toBe('card');
    expect(read({ expiry: '5/30', cvv: '' })).toEqual({
      kind: 'faulty',
      faults: { ...faults, cvv: 'missing' },
    });
  });
});
