import { expect, it } from 'vitest';
import type { BankAccount } from '#domain/configuration/statement-terms';
import { readBankFile } from '#gateway/statements/read-bank-file';
import { usedMegabytes } from '../witnesses/used-memory.js';

const fileBytes = 200 * 1024 * 1024;
const account: BankAccount = {
  currency: 'EUR',
  statement: { source: 'file', at: '06:00', timezone: 'UTC' },
};

/** Goal: a month's file of a large bank account fits wherever the command runs (contract C28, issue 41 §6). */
it('200 MB of CAMT.053 are read in constant memory', { timeout: 600_000 }, async () => {
  const measured: number[] = [];
  let lines = 0;
  const head = await readBankFile({ name: 'eur', bytes: fileOf(fileBytes) }, account, (some) => {
    lines += some.length;
    if (lines % 50_000 === 0) measured.push(usedMegabytes());
    return Promise.resolve();
  });
  expect(head.lines).toBe(lines);
  expect(lines).toBeGreaterThan(200_000);
  // What grows is the key of each line, by which equal ones are counted.
  expect(measured.length).toBeGreaterThan(3);
  expect(Math.max(...measured) - (measured[0] ?? 0)).toBeLessThan(60);
});

async function* fileOf(bytes: number): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(
    Buffer.from(
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>1</Id><Acct><Ccy>EUR</Ccy></Acct>',
    ),
  );
  let written = 0;
  for (let number = 0; written < bytes;) {
    let piece = '';
    for (; piece.length < 64 * 1024; number += 1) piece += entryOf(number);
    written += piece.length;
    yield Buffer.from(piece);
  }
  yield Buffer.from('</Stmt></BkToCstmrStmt></Document>');
}

function entryOf(number: number): string {
  const amount = `${number % 1_000}.${String(number % 100).padStart(2, '0')}`;
  return `<Ntry><NtryRef>${number}</NtryRef><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
<BookgDt><Dt>2026-01-05</Dt></BookgDt><ValDt><Dt>2026-01-05</Dt></ValDt><AcctSvcrRef>BANK${number}</AcctSvcrRef>
<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>
<NtryDtls><TxDtls><Refs><EndToEndId>E2E-${number}</EndToEndId></Refs><Amt Ccy="EUR">${amount}</Amt>
<RltdPties><Dbtr><Pty><Nm>Somebody with a name</Nm></Pty></Dbtr></RltdPties>
<RmtInf><Ustrd>Settlement set-${number} of the day before, thank you</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>\n`;
}
