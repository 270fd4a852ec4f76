import { describe, expect, it } from 'vitest';
import { shippedMappings, usualMapping, type StatementMapping } from '#domain/statements/mapping';
import { readMappedFile } from './read-mapped-file.js';
import { inPieces, readText, refusalOf } from './testing/read-text.js';

/** Goal: a CSV file is read exactly as declared, or refused with its line named (contract §16.2, C4, C6a, C27). */
const short: Partial<StatementMapping> = {
  columns: {
    id: 'id',
    kind: 'kind',
    reference: 'reference',
    gross: 'gross',
    fee: 'fee',
    net: 'net',
    currency: 'currency',
    booked_on: 'day',
  },
};
const names = 'id,kind,reference,gross,fee,net,currency,day';
const line = 'l1,payment,0195d2a1-0000-7000-8000-000000000001-1,10.00,0.39,9.61,EUR,2026-01-05';
const withoutIds: Partial<StatementMapping> = {
  columns: { kind: 'kind', gross: 'gross', currency: 'currency', booked_on: 'day' },
};

describe('a CSV file', () => {
  it('becomes lines and a head', async () => {
    const { head, lines } = await readText(`${names}\n${line}\n`, { mapping: short });
    expect(lines).toEqual([
      {
        lineKey: 'l1',
        kind: 'payment',
        reference: '0195d2a1-0000-7000-8000-000000000001-1',
        gross: '10.00',
        fee: '0.39',
        tax: '0.00',
        net: '9.61',
        currency: 'EUR',
        bookedOn: '2026-01-05',
      },
    ]);
    expect(head).toEqual({
      account: 'main',
      from: '2026-01-05',
      to: '2026-01-05',
      balances: [{ currency: 'EUR' }],
      hasLineIds: true,
      lines: 1,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it.each([
    ['with a byte order mark', `\uFEFF${names}\n${line}\n`],
    ['with CRLF', `${names}\r\n${line}\r\n`],
    ['without a last line end', `${names}\n${line}`],
    ['with empty lines', `${names}\n\n${line}\n\n`],
    ['in quotes', `"${names.replaceAll(',', '","')}"\n"${line.replaceAll(',', '","')}"\n`],
    ['with other columns', `x,${names},"a ""b"", c"\n1,${line},"d\ne"\n`],
  ])('%s says the same (C27)', async (_, text) => {
    const { lines } = await readText(text, { mapping: short });
    expect(lines).toEqual((await readText(`${names}\n${line}\n`, { mapping: short })).lines);
  });

  it('keeps every digit of an amount (C27: a float would not)', async () => {
    const text = 'kind,gross,currency,day\npayment,9007199254740993.01,EUR,2026-01-05\n';
    expect((await readText(text, { mapping: withoutIds })).lines[0]?.gross).toBe('9007199254740993.01');
  });

  it('has comma decimals, thousands and Latin-1 (C27)', async () => {
    const mapping: StatementMapping = {
      ...usualMapping,
      encoding: 'latin-1',
      delimiter: ';',
      decimal: ',',
      thousands: '.',
      dates: 'DD.MM.YYYY',
      money: 'signed',
      fees: 'negative',
      currency: 'EUR',
      columns: { kind: 'Vorgang', gross: 'Betrag', fee: 'Gebühr', booked_on: 'Tag' },
      kinds: { Überweisung: 'payment', Erstattung: 'refund' },
    };
    const text =
      'Vorgang;Betrag;Gebühr;Tag\nÜberweisung;1.234.567,89;-1,10;05.01.2026\nErstattung;-10;-0,25;06.01.2026\n';
    const { lines } = await readText(Buffer.from(text, 'latin1'), { mapping });
    expect(lines).toMatchObject([
      { kind: 'payment', gross: '1234567.89', fee: '1.10', net: '1234566.79', bookedOn: '2026-01-05' },
      { kind: 'refund', gross: '10.00', fee: '0.25', net: '10.25', bookedOn: '2026-01-06' },
    ]);
    expect(await refusalOf(Buffer.from(text, 'latin1'), { mapping: { ...mapping, encoding: 'utf-8' } })).toBe(
      'the file is not utf-8',
    );
  });

  it('is refused whole for anything that is not declared, with the line named (C27)', async () => {
    const refused = (change: (text: string) => string, terms = {}) =>
      refusalOf(change(`${names}\n${line}\n${line.replace('l1', 'l2')}\n`), { mapping: short, ...terms });
    expect(await refused((text) => text.replace('fee,', 'costs,'))).toBe('line 1: there is no column fee');
    expect(await refused((text) => text.replace('fee,', 'fee,fee,'))).toMatch(/there twice|more or fewer/);
    expect(await refused((text) => text.replace('l2,payment,', 'l2,payment,,'))).toBe(
      'line 3: the line has more or fewer cells than the file has columns',
    );
    expect(await refused((text) => text.replaceAll('10.00', '"10,00"'))).toBe(
      'line 2: gross is no amount in the declared form',
    );
    expect(await refused((text) => text.replaceAll('10.00', '10.001'))).toBe(
      'line 2: gross is finer than the minor unit of EUR',
    );
    expect(await refused((text) => text.replace(/9\.61(?!.*9\.61)/s, '9.62'))).toMatch(
      /^line 3: net 9.62 is not gross 10.00 − fee 0.39/,
    );
    expect(await refused((text) => text.replace('EUR', 'eur'))).toBe(
      'line 2: the currency is no ISO 4217 code',
    );
    expect(await refused((text) => text, { mapping: { ...short, currencies: ['USD'] } })).toBe(
      'line 2: the currency is not the declared one',
    );
    expect(await refused((text) => text.replace('2026-01-05', '2026-02-30'))).toBe(
      'line 2: the booking day is not in the declared form',
    );
    expect(await refused((text) => text.replace('l2,', ','))).toBe('line 3: the line has no id');
    expect(await refused((text) => text.replace('l2,', '"l2,'))).toBe('line 3: a quoted cell does not end');
    expect(await refused(() => '')).toBe('the file has no line with the names of its columns');
    expect(await refused(() => `${names}\n`)).toMatch(/no line, and no period/);
  });

  it('of another account is refused (C27)', async () => {
    const mapping = { ...short, columns: { ...short.columns, account: 'account' } };
    const text = (account: string) => `${names},account\n${line},${account}\n`;
    expect(await refusalOf(text('acct 1'), { mapping, account: 'acct1' })).toBe('it is read');
    expect(await refusalOf(text('acct2'), { mapping, account: 'acct1' })).toBe(
      'line 2: the account is not the declared one',
    );
  });

  it('is held against its own footer, and names its balances', async () => {
    const rows = (total: string) =>
      `${names}\no,opening,,,,100.00,EUR,2026-01-05\n${line}\nl2,refund,,4.00,0.10,4.10,EUR,2026-01-05\nt,total,,6.00,0.49,${total},EUR,2026-01-05\nc,closing,,,,105.51,EUR,2026-01-05\n`;
    const { head, lines } = await readText(rows('5.51'), { mapping: short });
    expect(head.balances).toEqual([{ currency: 'EUR', opening: '100.00', closing: '105.51' }]);
    expect(lines).toHaveLength(2);
    expect(await refusalOf(rows('5.52'), { mapping: short })).toBe(
      'line 5: the total of net is 5.52, its lines add up to 5.51',
    );
  });

  it('keeps a word that the mapping does not know, as a line of its own kind', async () => {
    const text = `${names}\nl1,gift,,10.00,0,10.00,EUR,2026-01-05\nl2,Mr X paid,,-3.00,0,-3.00,EUR,2026-01-05\n`;
    expect((await readText(text, { mapping: short })).lines).toMatchObject([
      { kind: 'other', unknownKind: 'gift', gross: '10.00', net: '10.00' },
      { kind: 'other', unknownKind: 'unreadable', gross: '3.00', net: '-3.00' },
    ]);
  });

  it('drops names and free texts', async () => {
    const text = `${names}\nl1,payment,John Smith 12,1,0,1,EUR,2026-01-05\nl2,payment,order-12,1,0,1,EUR,2026-01-05\n`;
    const [named, ordered] = (await readText(text, { mapping: short })).lines;
    expect(named).not.toHaveProperty('reference');
    expect(ordered?.reference).toBe('order-12');
  });

  it('is refused if it has too many lines', async () => {
    const text = `${names}\n${['l1', 'l2', 'l3'].map((id) => line.replace('l1', id)).join('\n')}\n`;
    expect(await refusalOf(text, { mapping: short, max: 2 })).toBe('line 4: the file has more than 2 lines');
    expect(await refusalOf(text, { mapping: short, max: 3, batch: 2 })).toBe('it is read');
  });

  it('ends when its lines cannot be taken', async () => {
    const bytes = inPieces(`${names}\n${line}\n${line.replace('l1', 'l2')}\n`, 64);
    const terms = { mapping: { ...shippedMappings.standard, ...short }, timezone: 'UTC' };
    const taken: string[] = [];
    const reading = readMappedFile({ mid: 'main', bytes, batch: 1 }, terms, ([first]) => {
      taken.push(first?.lineKey ?? '');
      return Promise.reject(new Error('the database is away'));
    });
    await expect(reading).rejects.toThrow('the database is away');
    expect(taken).toEqual(['l1']);
  });
});

describe('a file without ids', () => {
  const equal =
    'kind,gross,currency,day\npayment,5.00,EUR,2026-01-05\npayment,5.00,EUR,2026-01-05\npayment,5.00,EUR,2026-01-06\n';
  const keysOf = async (text: string) =>
    (await readText(text, { mapping: withoutIds })).lines.map(({ lineKey }) => lineKey);

  it('has two lines for two equal payments, and the same two when it is read again (C4: without the occurrence they were one)', async () => {
    const keys = await keysOf(equal);
    expect(new Set(keys).size).toBe(3);
    expect(await keysOf(equal)).toEqual(keys);
  });

  it('that overlaps has the same keys for the same days', async () => {
    const [, , third] = await keysOf(equal);
    const later = 'kind,gross,currency,day\npayment,5.00,EUR,2026-01-06\nrefund,5.00,EUR,2026-01-06\n';
    expect((await keysOf(later))[0]).toBe(third);
  });

  it('has whole days, or is refused (C6a)', async () => {
    const during = (from: string, to: string, isWhole: boolean) => ({
      mapping: withoutIds,
      period: { from, to, isWhole },
    });
    expect(await refusalOf(equal, during('2026-01-05', '2026-01-05', false))).toMatch(/need whole days/);
    expect((await readText(equal, during('2026-01-04', '2026-01-06', true))).head).toMatchObject({
      from: '2026-01-04',
      to: '2026-01-06',
      hasLineIds: false,
    });
    const withIds = { mapping: short, period: { from: '2026-01-05', to: '2026-01-05', isWhole: false } };
    expect(await refusalOf(`${names}\n${line}\n`, withIds)).toBe('it is read');
  });
});

describe('the report of Mercado Pago', () => {
  it('is read by the mapping that is shipped', async () => {
    const header =
      'EXTERNAL_REFERENCE,SOURCE_ID,TRANSACTION_TYPE,TRANSACTION_AMOUNT,FEE_AMOUNT,SETTLEMENT_NET_AMOUNT,SETTLEMENT_CURRENCY,SETTLEMENT_DATE';
    const rows = [
      '0195d2a1-0000-7000-8000-000000000001-1,900001,SETTLEMENT,100.00,-4.99,95.01,BRL,2026-01-05T23:30:00.000-03:00',
      '0195d2a1-0000-7000-8000-000000000001-1,900001,REFUND,-40.00,1.99,-38.01,BRL,2026-01-06T10:00:00.000-03:00',
      ',900002,CHARGEBACK,-20.00,0.00,-20.00,BRL,2026-01-06T10:00:00.000-03:00',
      ',900002,DISPUTE,20.00,0.00,20.00,BRL,2026-01-06T11:00:00.000-03:00',
      ',900003,WITHDRAWAL,-50.00,0.00,-50.00,BRL,2026-01-06T12:00:00.000-03:00',
      ',900004,CASHBACK,1.00,0.00,1.00,BRL,2026-01-06T12:00:00.000-03:00',
    ];
    const { lines } = await readText(`${header}\n${rows.join('\n')}\n`, {
      mapping: shippedMappings.mercado_pago,
      timezone: 'America/Sao_Paulo',
    });
    expect(lines).toMatchObject([
      {
        kind: 'payment',
        gross: '100.00',
        fee: '4.99',
        net: '95.01',
        bookedOn: '2026-01-05',
        providerId: '900001',
      },
      { kind: 'refund', gross: '40.00', fee: '-1.99', net: '38.01', bookedOn: '2026-01-06' },
      { kind: 'chargeback', gross: '20.00' },
      { kind: 'chargeback_won', gross: '20.00' },
      { kind: 'settlement', gross: '50.00', settlement: '900003' },
      { kind: 'other', gross: '1.00', net: '1.00' },
    ]);
    expect(lines.some(({ unknownKind }) => unknownKind !== undefined)).toBe(false);
  });
});
