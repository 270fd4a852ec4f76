import type { BankAccount } from '#domain/configuration/statement-terms';
import type { BankLine, StatementHead } from '#domain/statements/line';
import { StatementRefused } from '#domain/statements/statement-refused';
import { readBankFile, type BankFile } from '../read-bank-file.js';
import { inPieces } from './read-text.js';

export const bankAccount: BankAccount = {
  currency: 'EUR',
  account: 'DE89370400440532013000',
  statement: { source: 'file', at: '06:00', timezone: 'UTC' },
};

export type DocumentParts = {
  readonly version?: string;
  readonly id?: string;
  readonly entries?: string;
  readonly balances?: string;
  readonly summary?: string;
  readonly iban?: string;
  readonly from?: string;
  readonly to?: string;
};

export const balance = (code: string, amount: string, side = 'CRDT', day = '2026-01-05') =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;

export const camt = ({
  version = '08',
  id = 'STMT-1',
  entries = '',
  balances = balance('OPBD', '100.00') + balance('CLBD', '101.15'),
  summary = '',
  iban = 'DE89370400440532013000',
  from = '2026-01-05T00:00:00',
  to = '2026-01-05T23:59:59.999',
}: DocumentParts = {}) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-01-06T02:00:00</CreDtTm></GrpHdr>
<Stmt><Id>${id}</Id><ElctrncSeqNb>1</ElctrncSeqNb><CreDtTm>2026-01-06T02:00:00</CreDtTm>
${from === '' ? '' : `<FrToDt><FrDtTm>${from}</FrDtTm><ToDtTm>${to}</ToDtTm></FrToDt>`}
<Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>
${balances}${summary}${entries}
</Stmt></BkToCstmrStmt></Document>`;

/** `more`: what stands after the entry's dates. */
export const entry = (
  amount: string,
  more = '',
  { side = 'CRDT', status = 'BOOK', day = '2026-01-05' } = {},
) =>
  `<Ntry><NtryRef>1</NtryRef><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts><Cd>${status}</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt>${more}</Ntry>`;

export const detail = (amount: string, text: string) =>
  `<TxDtls><Refs><EndToEndId>${text}</EndToEndId></Refs>${amount === '' ? '' : `<Amt Ccy="EUR">${amount}</Amt>`}<RltdPties><Dbtr><Nm>John 123456 Smith</Nm></Dbtr></RltdPties><RmtInf><Ustrd>Thanks from John, ${text}</Ustrd></RmtInf></TxDtls>`;

export async function readCamt(
  content: string | Uint8Array,
  {
    account = bankAccount,
    pieceBytes = 5,
    ...terms
  }: Partial<Omit<BankFile, 'bytes'>> & {
    readonly account?: BankAccount;
    readonly pieceBytes?: number;
  } = {},
): Promise<{ readonly head: StatementHead; readonly lines: readonly BankLine[] }> {
  const lines: BankLine[] = [];
  const head = await readBankFile(
    { name: 'eur', bytes: inPieces(content, pieceBytes), ...terms },
    account,
    (some) => Promise.resolve(void lines.push(...some)),
  );
  return { head, lines };
}

/** Why it is refused. */
export async function camtRefusal(...[content, terms]: Parameters<typeof readCamt>): Promise<string> {
  try {
    await readCamt(content, terms);
  } catch (error) {
    if (error instanceof StatementRefused) return error.message;
    throw error;
  }
  return 'it is read';
}
