import type { Bank } from '#domain/transaction/challenge';
import { noAnswer, type Exchange } from './call-provider.js';
import type { BankList } from './connector.js';
import { isObject, text } from './json-body.js';

/** A longer code could not be sent back as `bank_code`. */
const codeLengthMax = 255;

/** Where a provider's answer lists its banks, and the names of a bank's fields. */
export type BankWords = {
  readonly rowsIn: (body: unknown) => unknown;
  readonly name: string;
  readonly code: string;
};

/** The answer to a question for the banks of a country: all of them readable, or no answer. Half a list would hide banks. */
export function translateBanks(exchange: Exchange, country: string, words: BankWords): BankList {
  if (exchange.kind !== 'answered') return noAnswer(exchange);
  const { status, body } = exchange;
  const rows = status === 200 ? words.rowsIn(body) : undefined;
  if (Array.isArray(rows)) {
    const banks = rows.flatMap((row: unknown) => readBank(row, country, words) ?? []);
    if (banks.length === rows.length) return { kind: 'listed', banks };
  }
  const cause = status >= 500 ? 'communication' : 'unreadable';
  return { kind: 'noAnswer', cause, detail: `status ${status}` };
}

function readBank(row: unknown, country: string, words: BankWords): Bank | undefined {
  if (!isObject(row) || row.country !== country) return undefined;
  const [name, code] = [text(row[words.name])?.trim(), text(row[words.code])];
  if (!name || !code?.trim() || code.length > codeLengthMax) return undefined;
  return { name, code, country };
}
