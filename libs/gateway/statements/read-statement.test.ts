import { afterEach, describe, expect, it } from 'vitest';
import type { StatementLine } from '#domain/statements/line';
import { shippedMappings } from '#domain/statements/mapping';
import type { Configuration } from '#domain/configuration/configuration';
import { sampleMid, sampleProvider, sampleTiming } from '#domain/configuration/testing/samples';
import {
  openScriptedProvider,
  type ProviderAnswer,
  type ScriptedProvider,
} from '../connectors/testing/scripted-provider.js';
import { readBankFile, readMidFile, readProviderDays } from './read-statement.js';
import { camt, entry } from './testing/camt.js';
import { inPieces } from './testing/read-text.js';

/** Goal: the statements of a MID and of a bank account are found by the configuration, and taken whole or not at all (C29). */
const credentials = { account: 'acct_demo', secret: 'sandbox_secret_demo' };

function configurationFor(baseUrl: string): Configuration {
  const statement = {
    source: 'provider',
    at: '06:00',
    timezone: 'Europe/Berlin',
    mapping: shippedMappings.standard,
  } as const;
  return {
    signedHosts: [],
    timing: sampleTiming,
    merchants: {},
    projects: {},
    providers: { bank: sampleProvider({ baseUrl }), quiet: sampleProvider({ connector: 'mercado_pago' }) },
    mids: {
      main: sampleMid({ credentials, statement }),
      bare: sampleMid({ credentials: { ...credentials } }),
      quiet: sampleMid({ provider: 'quiet', credentials: { access_token: 'x' } }),
    },
    routes: [],
    rates: [],
    blocklist: { customers: [], cards: [] },
    bankAccounts: { eur: { currency: 'EUR', statement: { source: 'file', at: '06:00', timezone: 'UTC' } } },
  };
}

let provider: ScriptedProvider | undefined;
afterEach(() => provider?.close());

const line = {
  line_key: 'l1',
  kind: 'payment',
  reference: '',
  provider_id: 'ch_1',
  gross: '10.00',
  fee: '0.39',
  net: '9.61',
  currency: 'EUR',
  booked_on: '2026-07-01',
  value_on: '2026-07-01',
  settlement: '',
};
const statement = (fields: object = {}): ProviderAnswer => ({
  status: 200,
  body: {
    lines: [line],
    balances: [{ currency: 'EUR', opening: '0.00', closing: '9.61' }],
    total: 1,
    next_after: null,
    ...fields,
  },
});

async function ask(answer: ProviderAnswer, mid = 'main') {
  provider = await openScriptedProvider({ 'GET /statements': answer }, credentials);
  const taken: StatementLine[] = [];
  const period = { from: '2026-07-01', to: '2026-07-02', isWhole: true };
  const head = await readProviderDays(
    configurationFor(provider.account.baseUrl),
    { mid, period, limit: { timeoutMs: 2_000 } },
    (lines) => Promise.resolve(void taken.push(...lines)),
  );
  return { head, taken };
}

describe('what a provider tells of some days', () => {
  it('is asked for in the time zone of the statement, and has ids', async () => {
    const { head, taken } = await ask(statement());
    expect(taken).toMatchObject([{ lineKey: 'l1', net: '9.61' }]);
    expect(head).toEqual({
      account: 'main',
      from: '2026-07-01',
      to: '2026-07-02',
      balances: [{ currency: 'EUR', opening: '0.00', closing: '9.61' }],
      hasLineIds: true,
      lines: 1,
    });
    const query = new URLSearchParams(provider?.seen[0]?.line.split('?')[1]);
    expect(Object.fromEntries(query)).toMatchObject({
      account: 'acct_demo',
      from: '2026-06-30T22:00:00.000Z',
      to: '2026-07-02T22:00:00.000Z',
      timezone: 'Europe/Berlin',
    });
  });

  it.each<readonly [string, ProviderAnswer]>([
    ['cut', 'cut'],
    ['an error', { status: 500, body: {} }],
    ['fewer lines than it has', statement({ total: 2 })],
    ['a line that cannot be read', statement({ lines: [{ ...line, gross: 10 }] })],
    ['a net that is wrong', statement({ lines: [{ ...line, net: '9.60' }] })],
    ['a net that is no amount', statement({ lines: [{ ...line, net: '9,61' }] })],
    ['no end', statement({ next_after: undefined })],
    ['balances that cannot be read', statement({ balances: [{}] })],
  ])('is not taken if it is %s (C29: a cut list is not whole)', async (_, answer) => {
    await expect(ask(answer)).rejects.toMatchObject({ name: 'ProviderSilent' });
  });

  it('is refused where the connector tells nothing', async () => {
    await expect(ask(statement(), 'quiet')).rejects.toThrow('the connector of quiet reads no statement');
    await expect(ask(statement(), 'nobody')).rejects.toMatchObject({ name: 'StatementRefused' });
    expect((await ask(statement(), 'bare')).head.lines).toBe(1);
  });
});

describe('a file', () => {
  const take = () => Promise.resolve();
  const configuration = configurationFor('http://127.0.0.1:9');

  it('is that of a MID with a statement, or of a bank account', async () => {
    const csv =
      'line_key,kind,reference,provider_id,gross,fee,tax,net,currency,settled_amount,settled_currency,rate,booked_on,value_on,settlement\nl1,payment,,,1.00,,,1.00,EUR,,,,2026-01-05,,\n';
    const file = { mid: 'main', name: 'day.csv', bytes: inPieces(csv, 64) };
    expect(await readMidFile(configuration, file, take)).toMatchObject({ account: 'main', lines: 1 });
    const xml = camt({ entries: entry('1.15') });
    expect(await readBankFile(configuration, { bank: 'eur', bytes: inPieces(xml, 64) }, take)).toMatchObject({
      account: 'eur',
      lines: 1,
    });
  });

  it('is refused where the configuration has none', async () => {
    const bytes = inPieces('', 1);
    const file = readMidFile(configuration, { mid: 'bare', bytes }, take);
    await expect(file).rejects.toThrow(/no statement of a MID bare/);
    const bank = readBankFile(configuration, { bank: 'usd', bytes }, take);
    await expect(bank).rejects.toThrow(/no bank account usd/);
  });
});
