import { describe, expect, it } from 'vitest';
import { dayMs } from '#domain/refunds/refund-terms';
import { shippedMappings, usualMapping } from '#domain/statements/mapping';
import { describeMistake } from './mistake.js';
import { changed, mistakesOf, readText, sound } from './testing/sound-file.js';

/** Goal: what the file says about statements is checked as a whole, and is what it stands for (contract §16). */
function configurationOf(text: string) {
  const reading = readText(text);
  if (reading.kind === 'refused') throw new Error(reading.mistakes.map(describeMistake).join('\n'));
  return reading.configuration;
}

const inMid = (lines: string) =>
  changed('bank_1: { provider: bank, ', `bank_1: { provider: bank, ${lines}, `);
const inFile = (lines: string) => `${sound}${lines}\n`;
const withoutPlace = (mistake: string) => mistake.replace(/^line.*?: /, '');
const mappingOf = (mapping: string) =>
  configurationOf(inMid(`statement: { source: file, mapping: ${mapping} }`)).mids['bank_1']?.statement
    ?.mapping;

describe('the statements of a MID', () => {
  it('are none where the file says nothing', () => {
    const { mids, bankAccounts, match, projects } = configurationOf(sound);
    expect(mids['bank_1']).not.toHaveProperty('statement');
    expect([bankAccounts, match, projects['shop']?.reports]).toEqual([undefined, undefined, undefined]);
  });

  it('are asked for daily, or found in a folder', () => {
    expect(configurationOf(inMid('statement: { source: file }')).mids['bank_1']?.statement).toEqual({
      source: 'file',
      at: '06:00',
      timezone: 'UTC',
      mapping: shippedMappings.standard,
    });
    const text = inMid(
      "statement: { source: folder, folder: /srv/in, at: '07:15', timezone: Europe/Lisbon, account: acct_1 }, fees: { card: { percent: '1.4', fixed: '0.25', least: 1, most: 10 }, all: { fixed: 1 } }, fee_tolerance: 0, strangers: ignore",
    );
    expect(configurationOf(text).mids['bank_1']).toMatchObject({
      statement: {
        source: 'folder',
        folder: '/srv/in',
        at: '07:15',
        timezone: 'Europe/Lisbon',
        account: 'acct_1',
      },
      fees: {
        card: { percent: '1.4', fixed: '0.25', least: '1', most: '10' },
        all: { percent: '0', fixed: '1' },
      },
      feeTolerance: 0,
      strangers: 'ignore',
    });
  });

  it('are read by a mapping that is shipped, by one like it, or by one of their own', () => {
    expect(mappingOf('mercado_pago')).toEqual(shippedMappings.mercado_pago);
    expect(mappingOf("{ like: mercado_pago, delimiter: ';', columns: { fee: FEE } }")).toEqual({
      ...shippedMappings.mercado_pago,
      delimiter: ';',
      columns: { ...shippedMappings.mercado_pago.columns, fee: 'FEE' },
    });
    const own =
      "{ encoding: latin-1, decimal: ',', thousands: '.', skip_lines: 2, currency: EUR, columns: { kind: Typ, booked_on: Tag, in: Haben, out: Soll }, kinds: { Zahlung: payment, Rest: { in: funding, out: settlement } } }";
    expect(mappingOf(own)).toEqual({
      ...usualMapping,
      encoding: 'latin-1',
      decimal: ',',
      thousands: '.',
      skipLines: 2,
      currency: 'EUR',
      columns: { kind: 'Typ', booked_on: 'Tag', in: 'Haben', out: 'Soll' },
      kinds: { Zahlung: 'payment', Rest: { in: 'funding', out: 'settlement' } },
    });
  });

  it.each([
    ['statement: { source: mail }', 'source: must be one of provider, file, folder'],
    ['statement: { source: folder }', ' folder is missing'],
    ['statement: { source: file, folder: /srv/in }', 'folder: is only for source: folder'],
    ['statement: { source: folder, folder: in }', 'folder: must be the absolute path of a folder'],
    ["statement: { source: file, at: '24:00' }", 'at: must be a time of the day'],
    ['statement: { source: file, timezone: Mars/Olympus }', 'timezone: must be an IANA time zone'],
    ['statement: { source: file, mapping: excel }', 'mapping: there is no such mapping'],
    ["fees: { card: { percent: '101' } }", 'percent: must be a percentage'],
    ['fees: { card: { least: 1 } }', 'fees.card: needs percent or fixed'],
    ['fees: { card: { fixed: 1, least: 3, most: 2 } }', 'most: must not be below least'],
    ['fees: { cash: { fixed: 1 } }', 'there is no such method'],
    ['fee_tolerance: -1', 'fee_tolerance: must be >= 0'],
    ['strangers: hide', 'strangers: must be one of count, ignore'],
  ])('are refused as %s', (lines, says) => {
    expect(mistakesOf(inMid(lines)).map(withoutPlace)).toEqual([expect.stringContaining(says)]);
  });

  it('are refused with every field that is wrong', () => {
    const mapping =
      "{ decimal: ',', thousands: ',', columns: { in: A }, kinds: { X: { in: funding, out: settlement } }, head: { opening: o } }";
    const mistakes = mistakesOf(inMid(`statement: { source: file, mapping: ${mapping} }`));
    expect(mistakes.map((mistake) => mistake.replace(/^.*mapping\./, ''))).toEqual([
      'thousands: is the same sign as decimal',
      'columns: booked_on is missing',
      'columns: kind is missing',
      'columns: in and out go together',
      'columns: currency is missing; or name that of every line as currency',
      'head: balances need a currency',
    ]);
  });
});

it('two MIDs do not read statements of one account: the closing is what one of them holds', () => {
  const one = "bank_1: { provider: bank, credentials: { account: acct_1, secret: '${BANK_SECRET}' }";
  const text = changed(
    `${one} }`,
    `${one}, statement: { source: file } }\n  ${one.replace('bank_1', 'bank_2')}, statement: { source: file } }`,
  );
  expect(mistakesOf(text).map(withoutPlace)).toEqual([
    expect.stringContaining('mids.bank_2.statement: is that of the account of bank_1, too'),
  ]);
  expect(
    mistakesOf(
      text.replace(
        'bank_2: { provider: bank, credentials: { account: acct_1',
        'bank_2: { provider: bank, credentials: { account: acct_2',
      ),
    ),
  ).toEqual([]);
});

describe('the account at a bank', () => {
  it('has files, from a folder or a person', () => {
    const text = inFile(
      'bank_accounts:\n  eur: { currency: EUR, account: DE89370400440532013000, statement: { source: folder, folder: /srv/bank } }\n  usd: { currency: USD }\nmatch: { bank_days: 5 }',
    );
    expect(configurationOf(text)).toMatchObject({
      match: { bankDays: 5 },
      bankAccounts: {
        eur: {
          currency: 'EUR',
          account: 'DE89370400440532013000',
          statement: { source: 'folder', folder: '/srv/bank', at: '06:00', timezone: 'UTC' },
        },
        usd: { currency: 'USD', statement: { source: 'file' } },
      },
    });
  });

  it.each([
    ['{ currency: EUR, statement: { source: provider } }', 'source: a bank is not asked: file or folder'],
    ['{ account: DE89370400440532013000 }', 'currency is missing'],
    ["{ currency: EUR, account: 'DE89 3704' }", 'account: must be an IBAN or account number'],
    ['{ currency: euro }', 'currency: must be an ISO 4217 code'],
  ])('is refused as %s', (account, says) => {
    const mistakes = mistakesOf(inFile(`bank_accounts: { eur: ${account} }`)).map(withoutPlace);
    expect(mistakes).toEqual([expect.stringContaining(says)]);
  });

  it('does not share its folder', () => {
    const folder = '{ source: folder, folder: /srv/in }';
    const text = `${inMid(`statement: ${folder}`)}bank_accounts: { eur: { currency: EUR, statement: ${folder} } }\n`;
    expect(mistakesOf(text).map(withoutPlace)).toEqual([
      expect.stringContaining('bank_accounts.eur.statement.folder: is the folder of another account'),
    ]);
  });
});

it('a project has reports in its time zone, with fees or without', () => {
  const { projects } = configurationOf(`${sound}    reports: { timezone: America/Bogota }\n`);
  expect(projects['shop']?.reports).toEqual({ timezone: 'America/Bogota', fees: false });
});

it('the timing of statements is the usual one unless the file says so', () => {
  const { reconcileLagMs, settlementDueMs, periodGraceMs } = configurationOf(sound).timing;
  expect([reconcileLagMs, settlementDueMs, periodGraceMs]).toEqual([3 * dayMs, 5 * dayMs, dayMs / 24]);
  const text = changed('  recovery: [5s]\n', '  recovery: [5s]\n  reconcile_lag: 0s\n  settlement_due: 0s\n');
  expect(mistakesOf(text)).toHaveLength(2);
});
