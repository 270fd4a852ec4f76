import { expect, it } from 'vitest';
import type { StatementLine } from '#domain/statements/line';
import { registerEnded } from '../fakes/reversals.js';
import {
  booksOf,
  dayBefore,
  differencesOf,
  importLines,
  lineFor,
  lineOf,
  newMid,
  today,
  unknownLine,
} from '../fakes/statements.js';
import { createOwnDatabase } from '../stack/own-database.js';
import { naira, openMerchant } from '../witnesses/ledger.js';

/**
 * Goal: a difference is opened once, no matter how often and in which files its lines are imported (contract §16.2, §16.4, C2). Method: a
 * statement with a difference of every class that a file can have, in other bytes, in another order, and as a part of more days.
 */
const { database, books, openAs } = await createOwnDatabase({ withRoles: true });
const finance = await openAs('finance');

it('C2: no difference is doubled by the same lines in another file', async () => {
  const mid = newMid();
  const merchant = await openMerchant(database, '500');
  const [day, before] = [dayBefore(today(), 7), dayBefore(today(), 9)];
  const paid = async (amount: string) =>
    registerEnded(database, 'payment', { merchant, money: naira(amount), mid });
  const [unlisted, other, doubled] = [await paid('100'), await paid('50'), await paid('30')];
  const open = await registerEnded(database, 'payment', { merchant, money: naira('40'), mid }, 'open');
  await books.inThePast(
    'update provider_transit set posted_at = $2::date where identifier = $1',
    unlisted.identifier,
    day,
  );
  const line = (of: Parameters<typeof lineOf>[0]) => lineOf({ bookedOn: day, ...of });
  const lines: readonly StatementLine[] = [
    lineFor(other, { gross: '51.00', net: '51.00', bookedOn: day }),
    lineFor(open, { bookedOn: day }),
    lineFor(doubled, { bookedOn: day, fee: '9.00', net: '21.00' }),
    lineFor(doubled, { bookedOn: day }),
    unknownLine('3.00', { bookedOn: day }),
    line({ kind: 'payment', gross: '4.00', reference: 'x-4' }),
    line({ kind: 'other', gross: '5.00', unknownKind: 'mystery' }),
    line({ kind: 'settlement', gross: '20.00', settlement: `S-${mid}` }),
  ];
  const terms = { fees: { all: { percent: '1', fixed: '0' } } };
  const toldBalances = [{ currency: 'NGN', opening: '7.00', closing: '8.00' }];
  const days = { mid, from: day, to: day, terms, balances: toldBalances };
  await importLines(finance, [line({ kind: 'fee', gross: '1.00', bookedOn: before })], { mid, from: before });
  await importLines(finance, lines, days);
  const [found, balances] = [await differencesOf(database, mid), await booksOf(database, mid)];
  expect(new Set(found.map((said) => said.split(' ')[0]))).toEqual(
    new Set(
      'amount balance fee gap not_arrived not_listed settlement_sum status stranger twice unknown_here unknown_kind'.split(
        ' ',
      ),
    ),
  );
  for (const again of [lines.toReversed(), [...lines.slice(4), ...lines.slice(0, 4)]])
    expect(await importLines(finance, again, days)).toMatchObject({ isKnown: false, newLines: 0 });
  expect([await differencesOf(database, mid), await booksOf(database, mid)]).toEqual([found, balances]);
});
