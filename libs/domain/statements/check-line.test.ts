import { describe, expect, it } from 'vitest';
import { lineProblem } from './check-line.js';
import { directionOf, lineKinds, type StatementLine } from './line.js';

/** Goal: net is gross less what is taken, or with it, to the minor unit, by the direction of the kind (contract §16.2). */
const line: StatementLine = {
  lineKey: 'l1',
  kind: 'payment',
  gross: '10.00',
  fee: '0.39',
  tax: '0.10',
  net: '9.51',
  currency: 'EUR',
  bookedOn: '2026-01-05',
};

describe('a line', () => {
  it.each(lineKinds.filter((kind) => kind !== 'other'))(
    'of the kind %s has the net of its direction',
    (kind) => {
      const comesIn = /payment|returned|won|funding/.test(kind) && kind !== 'refund';
      const net = comesIn ? '9.51' : '10.49';
      expect(directionOf({ kind, net })).toBe(comesIn ? 'in' : 'out');
      expect(lineProblem({ ...line, kind, net })).toBeUndefined();
      for (const other of ['9.50', '9.52', comesIn ? '10.49' : '9.51', '10.00', '-9.51'])
        expect(lineProblem({ ...line, kind, net: other })).toMatch(/^net .* is not gross/);
    },
  );

  it('of the kind other has the direction of its net', () => {
    expect(lineProblem({ ...line, kind: 'other', net: '9.51' })).toBeUndefined();
    expect(lineProblem({ ...line, kind: 'other', net: '-10.49' })).toBeUndefined();
    expect(lineProblem({ ...line, kind: 'other', net: '10.49' })).toMatch(/^net/);
    expect(lineProblem({ ...line, kind: 'other', net: '-9.51' })).toMatch(/^net/);
  });

  it('may get a fee back, or cost more than it brings', () => {
    expect(lineProblem({ ...line, kind: 'refund', fee: '-0.39', tax: '0', net: '9.61' })).toBeUndefined();
    expect(lineProblem({ ...line, gross: '0.10', fee: '0.25', tax: '0', net: '-0.15' })).toBeUndefined();
  });

  it('has large amounts to the last digit', () => {
    const large = { ...line, gross: '9007199254740993.01', fee: '0.00', tax: '0.00' };
    expect(lineProblem({ ...large, net: '9007199254740993.01' })).toBeUndefined();
    expect(lineProblem({ ...large, net: '9007199254740993.02' })).toMatch(/^net/);
  });

  it.each<[Partial<StatementLine>, RegExp]>([
    [{ lineKey: '' }, /id is empty/],
    [{ lineKey: 'x'.repeat(256) }, /longer than 255/],
    [{ currency: 'XXX' }, /^the currency/],
    [{ bookedOn: '2026-02-29' }, /^the booking day/],
    [{ valueOn: '2026-2-1' }, /^the value day/],
    [{ gross: '-10.00', net: '-10.49' }, /^gross is negative/],
    [{ gross: '10.001' }, /^gross is no amount of EUR/],
    [{ fee: '1e1' }, /^fee is no amount/],
    [{ tax: '' }, /^tax is no amount/],
    [{ net: 'NaN' }, /^net is no amount/],
    [{ settledAmount: '11.00' }, /go together/],
    [{ settledCurrency: 'USD' }, /go together/],
    [{ settledAmount: '11.00', settledCurrency: 'US' }, /^the settled currency/],
    [{ settledAmount: '11.005', settledCurrency: 'USD' }, /^the settled amount/],
    [{ rate: '1,1' }, /^the rate/],
  ])('with %j is refused', (change, says) => {
    expect(lineProblem({ ...line, ...change })).toMatch(says);
  });

  it('that was converted is sound', () => {
    expect(
      lineProblem({ ...line, settledAmount: '11.05', settledCurrency: 'USD', rate: '1.105' }),
    ).toBeUndefined();
  });
});
