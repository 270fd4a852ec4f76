import { describe, expect, it } from 'vitest';
import { balance, bankAccount, camt, camtRefusal, detail, entry, readCamt } from './testing/camt.js';

/** Goal: CAMT.053 of every version is read exactly, and nothing of a person is kept (contract §16.2, C5, C6, C28). */
describe('a CAMT.053 statement', () => {
  it('becomes lines and a head', async () => {
    const { head, lines } = await readCamt(
      camt({ entries: entry('1.15', '<AcctSvcrRef>BANK1</AcctSvcrRef>') }),
    );
    expect(lines).toEqual([
      {
        lineKey: expect.stringMatching(/^#/),
        direction: 'in',
        // C28: a float made 114.99999999999999 cents of it.
        amount: '1.15',
        currency: 'EUR',
        bookedOn: '2026-01-05',
        valueOn: '2026-01-05',
        bankReference: 'BANK1',
        references: [],
        isReversal: false,
      },
    ]);
    expect(head).toEqual({
      account: 'eur',
      from: '2026-01-05',
      to: '2026-01-05',
      balances: [{ currency: 'EUR', opening: '100.00', closing: '101.15' }],
      hasLineIds: true,
      lines: 1,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it.each(['02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12', '13'])(
    'is of version 001.%s',
    async (version) => {
      const status = version < '08' ? entry('1.15').replace(/<Cd>BOOK<\/Cd>/, 'BOOK') : entry('1.15');
      expect((await readCamt(camt({ version, entries: status }))).lines).toHaveLength(1);
    },
  );

  it.each(['01', '14', '8'])('is not of version 001.%s', async (version) => {
    expect(await camtRefusal(camt({ version }))).toMatch(/^line 2: this is no CAMT.053/);
  });

  it('has prefixes or none, sections of characters, and Latin-1 where it says so', async () => {
    const text = camt({ entries: entry('1.15', '<AddtlNtryInf><![CDATA[Größe AB123456]]></AddtlNtryInf>') });
    const prefixed = text.replaceAll(/<(\/?)([A-Z])/g, '<$1n:$2').replace('xmlns=', 'xmlns:n=');
    expect((await readCamt(prefixed)).lines).toMatchObject([{ amount: '1.15', references: ['AB123456'] }]);
    const latin = Buffer.from(text.replace('UTF-8', 'ISO-8859-1'), 'latin1');
    expect((await readCamt(latin)).lines).toHaveLength(1);
    expect(await camtRefusal(Buffer.from(text, 'latin1'))).toBe('the file is not utf-8');
    expect(await camtRefusal(text.replace('UTF-8', 'UTF-16'))).toMatch(/encoding/);
  });

  it('has booked entries only (C28: pending ones are not money)', async () => {
    const entries = ['PDNG', 'INFO', 'FUTR'].map((status) => entry('9.00', '', { status })).join('');
    expect((await readCamt(camt({ entries: entries + entry('1.15') }))).lines).toHaveLength(1);
    expect(await camtRefusal(camt({ entries: entry('1.15').replace(/<Sts>.*<\/Sts>/, '') }))).toMatch(
      /no status/,
    );
  });

  it('has amounts and balances to the last digit (C28: a float would not)', async () => {
    const amount = '9007199254740993.01';
    const balances = balance('OPBD', amount) + balance('CLBD', '9007199254740994.16');
    const entries = entry(amount) + entry('1.15', `<NtryDtls>${detail('1.15', 'AB123456')}</NtryDtls>`);
    const { head, lines } = await readCamt(camt({ entries, balances }));
    expect(lines.map((line) => line.amount)).toEqual([amount, '1.15']);
    expect(head.balances).toEqual([{ currency: 'EUR', opening: amount, closing: '9007199254740994.16' }]);
  });

  it('has a reversal in the direction in which its money moves (C28)', async () => {
    const entries = entry('1.15', '', { side: 'DBIT' }).replace('<Sts>', '<RvslInd>true</RvslInd><Sts>');
    expect((await readCamt(camt({ entries }))).lines).toMatchObject([{ direction: 'out', isReversal: true }]);
  });

  it('has a batch as its details where they add up to it (C28)', async () => {
    const details = (second: string) =>
      `<NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch>${detail('10.00', 'set-000001')}${detail(second, 'set-000002')}</NtryDtls>`;
    const split = (await readCamt(camt({ entries: entry('15.00', details('5.00')) }))).lines;
    expect(split).toMatchObject([
      { amount: '10.00', references: ['set-000001'] },
      { amount: '5.00', references: ['set-000002'] },
    ]);
    for (const second of ['5.01', '', '4.999']) {
      const whole = (await readCamt(camt({ entries: entry('15.00', details(second)) }))).lines;
      expect(whole).toMatchObject([{ amount: '15.00', references: ['set-000001', 'set-000002'] }]);
    }
    const returned = details('5.00').replace(/(5\.00<\/Amt>)/, '$1<CdtDbtInd>DBIT</CdtDbtInd>');
    expect((await readCamt(camt({ entries: entry('5.00', returned) }))).lines).toMatchObject([
      { amount: '10.00', direction: 'in' },
      { amount: '5.00', direction: 'out' },
    ]);
    const older = details('').replaceAll(
      /<Amt Ccy="EUR">(.*?)<\/Amt>/g,
      '<AmtDtls><TxAmt><Amt Ccy="EUR">$1</Amt></TxAmt></AmtDtls>',
    );
    expect(
      (
        await readCamt(
          camt({
            version: '02',
            entries: entry('10.00', older.replace(/<TxDtls>(?!.*<TxDtls>).*<\/TxDtls>/, '')),
          }),
        )
      ).lines,
    ).toHaveLength(1);
  });

  it('keeps words that can be references, and no names', async () => {
    const { lines } = await readCamt(
      camt({ entries: entry('10.00', `<NtryDtls>${detail('10.00', 'order-4711')}</NtryDtls>`) }),
    );
    expect(lines[0]?.references).toEqual(['order-4711']);
    expect(JSON.stringify(lines)).not.toMatch(/John|Smith|123456/);
  });

  it('has equal entries as two, and the same two in every file that has them (C5, C6)', async () => {
    const equal = entry('10.00', `<NtryDtls>${detail('10.00', 'end-to-end-1')}</NtryDtls>`);
    const keys = async (id: string) =>
      (await readCamt(camt({ id, entries: equal + equal }))).lines.map(({ lineKey }) => lineKey);
    const [one, two] = await keys('S1');
    expect(one).not.toBe(two);
    expect(await keys('S2')).toEqual([one, two]);
    const nextYear = camt({ id: 'S1', entries: entry('10.00', '', { day: '2027-01-05' }) });
    expect([one, two]).not.toContain((await readCamt(nextYear)).lines[0]?.lineKey);
  });

  it.each([
    [
      'a document type',
      (text: string) => text.replace('<Document', '<!DOCTYPE d [<!ENTITY x "1">]><Document'),
      /line 2: a document type/,
    ],
    [
      'an external document type',
      (text: string) => text.replace('<Document', '<!DOCTYPE d SYSTEM "file:///etc/passwd"><Document'),
      /a document type/,
    ],
    ['an entity', (text: string) => text.replace('1.15', '&x;'), /no well-formed XML/],
    ['no end', (text: string) => text.slice(0, -20), /no well-formed XML/],
    ['another account', (text: string) => text.replace('DE89', 'DE88'), /^line 6: the account/],
    ['no account', (text: string) => text.replace(/<Acct>.*<\/Acct>/, ''), /the account/],
    ['another currency', (text: string) => text.replace('Ccy="EUR">1.15', 'Ccy="USD">1.15'), /the currency/],
    ['an amount that is finer', (text: string) => text.replace('>1.15<', '>1.155<'), /finer/],
    ['an amount that is no number', (text: string) => text.replace('>1.15<', '>1,15<'), /no decimal number/],
    ['a negative amount', (text: string) => text.replace('>1.15<', '>-1.15<'), /no decimal number/],
    ['no booking day', (text: string) => text.replace(/<BookgDt>.*?<\/BookgDt>/, ''), /no booking day/],
    [
      'no statement',
      (text: string) => text.replaceAll('Stmt>', 'Stmt2>').replaceAll('BkToCstmrStmt2', 'BkToCstmrStmt'),
      /no statement/,
    ],
  ])('with %s is refused whole (C28)', async (_, change, says) => {
    expect(await camtRefusal(change(camt({ balances: '', entries: entry('1.15') })))).toMatch(says);
  });

  it('is held against its own totals', async () => {
    const summary = (count: string, sum: string) =>
      `<TxsSummry><TtlNtries><NbOfNtries>${count}</NbOfNtries></TtlNtries><TtlCdtNtries><NbOfNtries>1</NbOfNtries><Sum>${sum}</Sum></TtlCdtNtries></TxsSummry>`;
    const entries = entry('1.15') + entry('2.00', '', { side: 'DBIT' });
    expect(await camtRefusal(camt({ summary: summary('2', '1.150'), entries }))).toBe('it is read');
    expect(await camtRefusal(camt({ summary: summary('2', '1.16'), entries }))).toMatch(/totals/);
    expect(await camtRefusal(camt({ summary: summary('3', '1.15'), entries }))).toMatch(/totals/);
    const pending = entries + entry('7.00', '', { side: 'DBIT', status: 'PDNG' });
    expect(await camtRefusal(camt({ summary: summary('3', '1.15'), entries: pending }))).toBe('it is read');
  });

  it('has whole days where its entries have no references of the bank (C6a)', async () => {
    const half = { from: '2026-01-05T00:00:00', to: '2026-01-05T12:00:00' };
    expect(await camtRefusal(camt({ ...half, entries: entry('1.15') }))).toMatch(/need whole days/);
    expect(
      await camtRefusal(camt({ ...half, entries: entry('1.15', '<AcctSvcrRef>B1</AcctSvcrRef>') })),
    ).toBe('it is read');
    const toMidnight = camt({
      from: '2026-01-05T00:00:00+01:00',
      to: '2026-01-07T00:00:00+01:00',
      entries: entry('1.15'),
    });
    expect((await readCamt(toMidnight)).head).toMatchObject({ from: '2026-01-05', to: '2026-01-06' });
    const period = { from: '2026-01-05', to: '2026-01-05', isWhole: false };
    expect(await camtRefusal(camt({ from: '', entries: entry('1.15') }), { period })).toMatch(
      /need whole days/,
    );
  });

  it('has the days of its time zone, and those of its balance on an idle day', async () => {
    const account = { ...bankAccount, statement: { ...bankAccount.statement, timezone: 'Europe/Berlin' } };
    const late = entry('1.15').replace(
      '<BookgDt><Dt>2026-01-05</Dt>',
      '<BookgDt><DtTm>2026-01-05T23:30:00Z</DtTm>',
    );
    expect((await readCamt(camt({ entries: late }), { account })).lines[0]?.bookedOn).toBe('2026-01-06');
    expect((await readCamt(camt({ from: '' }))).head).toMatchObject({
      from: '2026-01-05',
      to: '2026-01-05',
      lines: 0,
    });
  });

  it('has signed balances, and the closing one before where there is no opening one', async () => {
    const balances =
      balance('PRCD', '5.00', 'DBIT') + balance('CLBD', '0.00', 'DBIT') + balance('CLAV', '9.00');
    expect((await readCamt(camt({ balances }))).head.balances).toEqual([
      { currency: 'EUR', opening: '-5.00', closing: '0.00' },
    ]);
  });

  it('is refused if it has too many lines', async () => {
    const entries = entry('1.15').repeat(3);
    expect(await camtRefusal(camt({ entries }), { max: 2 })).toMatch(/more than 2 lines/);
    expect((await readCamt(camt({ entries }), { max: 3, batch: 2 })).lines).toHaveLength(3);
  });
});
