import { array, assert, boolean, constantFrom, integer, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signedUnits } from '../values/money.js';
import { kindsIn, reportColumns, reportKinds, type ReportKind } from '../wire/report.js';
import { rowsOfDays, type DaysOfBooks, type Movement } from './daily-rows.js';

const subject = { provider: 'sandbox', method: 'card', currency: 'EUR' };
const days = ['2026-01-30', '2026-01-31', '2026-02-01', '2026-02-02'];
const moved = (day: string, kind: ReportKind, amount: string, count = 1): Movement => ({
  ...subject,
  day,
  kind,
  amount,
  count,
});
const columns = [...new Set(Object.values(reportColumns))];
const columnsIn = new Set(kindsIn.map((kind) => reportColumns[kind]));
const none: DaysOfBooks = { days, openings: [], movements: [], transits: [] };

describe('C32: the rows of days', () => {
  it('of a day say what came, what went, and what is left', () => {
    const movements = [
      moved('2026-01-30', 'payment', '100.5', 2),
      moved('2026-01-30', 'refund', '20'),
      moved('2026-01-30', 'fee', '1.1'),
      moved('2026-01-30', 'tax', '0.2'),
      moved('2026-01-30', 'settlement', '50'),
    ];
    const transits = [{ ...subject, day: '2026-01-30', amount: '80.5' }];
    const openings = [{ ...subject, beforeFees: '7', fees: '2' }];
    const rows = rowsOfDays({ days, openings, movements, transits }, true).get('2026-01-30');
    const zeros = ['refunds_returned', 'provider_refunds', 'chargebacks', 'chargebacks_won', 'payouts'];
    expect(rows).toEqual([
      {
        ...subject,
        opening: '5.00',
        payments: '100.50',
        refunds: '20.00',
        ...Object.fromEntries([...zeros, 'payouts_returned'].map((column) => [column, '0.00'])),
        fees: '1.30',
        settled: '50.00',
        closing: '34.20',
        in_transit: '80.50',
        counts: {
          payments: 2,
          refunds: 1,
          ...Object.fromEntries([...zeros, 'payouts_returned'].map((column) => [column, 0])),
          fees: 2,
          settled: 1,
        },
      },
    ]);
  });

  it('without fees add up as well, and name none', () => {
    const movements = [moved('2026-01-30', 'payment', '10'), moved('2026-01-30', 'fee', '1')];
    const openings = [{ ...subject, beforeFees: '7', fees: '2' }];
    const all = rowsOfDays({ ...none, openings, movements }, false);
    const [row] = all.get('2026-01-30') ?? [];
    expect(row).toMatchObject({ opening: '7.00', closing: '17.00' });
    expect(JSON.stringify([...all.values()])).not.toContain('fees');
    expect(all.get('2026-01-31')).toMatchObject([{ opening: '17.00' }]);
  });

  it('begin with the first entry, and go on through idle days', () => {
    const rows = rowsOfDays({ ...none, movements: [moved('2026-01-31', 'chargeback', '3')] }, true);
    expect(days.map((day) => rows.get(day)?.map(({ opening, closing }) => [opening, closing]))).toEqual([
      [],
      [['0.00', '-3.00']],
      [['-3.00', '-3.00']],
      [['-3.00', '-3.00']],
    ]);
  });

  it('stand in the order of provider, method and currency', () => {
    const one = moved('2026-01-30', 'payment', '1');
    const movements = [
      { ...one, provider: 'b' },
      { ...one, provider: 'a', method: 'pix', currency: 'BRL' },
      { ...one, provider: 'a', method: 'card', currency: 'JPY' },
      { ...one, provider: 'a', method: 'card' },
    ];
    const rows = rowsOfDays({ ...none, movements }, true).get('2026-01-30') ?? [];
    expect(
      rows.map(({ provider, method, currency, closing }) => [provider, method, currency, closing]),
    ).toEqual([
      ['a', 'card', 'EUR', '1.00'],
      ['a', 'card', 'JPY', '1'],
      ['a', 'pix', 'BRL', '1.00'],
      ['b', 'card', 'EUR', '1.00'],
    ]);
  });

  it('of any history: opening and what moved is closing, and the next opening', () => {
    const cents = integer({ min: 0, max: 10_000_000 }).map((units) => (units / 100).toFixed(2));
    const movement = tuple(constantFrom(...days), constantFrom(...reportKinds), cents).map(
      ([day, kind, amount]) => moved(day, kind, amount),
    );
    assert(
      property(array(movement), boolean(), (movements, showsFees) => {
        const openings = [{ ...subject, beforeFees: '-12.34', fees: '5.67' }];
        const rows = [...rowsOfDays({ ...none, openings, movements }, showsFees).values()].map(
          ([row]) => row,
        );
        for (const [at, row] of rows.entries()) {
          const units = (name: string) =>
            signedUnits((row as unknown as Record<string, string>)[name] ?? '0', 'EUR');
          const sum = columns.reduce(
            (held, column) => (columnsIn.has(column) ? held + units(column) : held - units(column)),
            units('opening'),
          );
          expect(sum).toBe(units('closing'));
          const next = at + 1 < rows.length ? rows[at + 1]?.opening : row?.closing;
          expect(next).toBe(row?.closing);
        }
      }),
    );
  });
});
