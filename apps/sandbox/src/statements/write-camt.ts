import type { Payment } from './account-lines.js';
import { showUnits } from './line-amounts.js';
import { dayIn } from './show-statement.js';

export type BankPeriod = {
  readonly from: Date;
  readonly to: Date;
  /** As they stand in the statement. */
  readonly fromText: string;
  readonly toText: string;
};

/** The bank's statement of the account that settlements reach, CAMT.053.001.08. */
export function writeCamt(
  payments: readonly Payment[],
  { from, to, fromText, toText }: BankPeriod,
  { iso, iban, timezone }: { readonly iso: string; readonly iban: string; readonly timezone: string },
): string {
  const own = payments.filter(({ settlement, arrives }) => arrives && settlement.iso === iso);
  const [start, end] = [from.toISOString(), to.toISOString()];
  const before = own.filter(({ settlement }) => settlement.at < start);
  const booked = own.filter(({ settlement: { at } }) => at >= start && at < end);
  const sum = (some: readonly Payment[]) => some.reduce((total, { units }) => total + units, 0n);
  const opening = sum(before);
  const balance = (code: string, units: bigint, day: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(units)}<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
  const amount = (units: bigint) => `<Amt Ccy="${iso}">${showUnits(units, iso)}</Amt>`;
  const entries = booked.map(({ settlement: { id, at }, units }) => {
    const day = dayIn(at, timezone);
    return `<Ntry><NtryRef>${id}</NtryRef>${amount(units)}<CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt><AcctSvcrRef>BNK-${id}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs>${amount(units)}<RmtInf><Ustrd>Settlement ${id}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
  });
  const lastDay = dayIn(new Date(to.getTime() - 1).toISOString(), timezone);
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>sandbox</MsgId><CreDtTm>${end}</CreDtTm></GrpHdr>
<Stmt><Id>1</Id><FrToDt><FrDtTm>${fromText}</FrDtTm><ToDtTm>${toText}</ToDtTm></FrToDt>
<Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>${iso}</Ccy></Acct>
${balance('OPBD', opening, dayIn(start, timezone))}
${balance('CLBD', opening + sum(booked), lastDay)}
${entries.join('\n')}
</Stmt></BkToCstmrStmt></Document>
`;
}
