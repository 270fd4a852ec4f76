import type { Bank } from '#domain/transaction/challenge';
import type { Exchange } from '../call-provider.js';
import type { BankList } from '../connector.js';
import { isObject, text } from './read-body.js';

/** Longer ones could not be sent back as `bank_code`. */
const codeLengthMax = 255;

/** The answer to `GET /v2/bank/africa`: the country's banks, all of them readable, or no answer. */
export function translateBanks(exchange: Exchange, country: string): BankList {
  if (exchange.kind === 'neverSent') {
    return { kind: 'noAnswer', cause: 'communication', detail: exchange.detail };
  }
  if (exchange.kind === 'broken') {
    return { kind: 'noAnswer', cause: exchange.cause, detail: exchange.detail };
  }
  const { status, body } = exchange;
  const banks = status === 200 ? readBanks(body, country) : undefined;
  if (banks !== undefined) return { kind: 'listed', banks };
  const cause = status >= 500 ? 'communication' : 'unreadable';
  return { kind: 'noAnswer', cause, detail: `status ${status}` };
}

/** `undefined` when any part is not a bank of the country: half a list would hide banks. */
function readBanks(body: unknown, country: string): readonly Bank[] | undefined {
  if (!Array.isArray(body)) return undefined;
  const rows: readonly unknown[] = body;
  const banks = rows.flatMap((row) => readBank(row, country) ?? []);
  return banks.length === rows.length ? banks : undefined;
}

/** Specification §2.9. */
function readBank(row: unknown, country: string): Bank | undefined {
  if (!isObject(row) || row.country !== country) return undefined;
  const [name, code] = [text(row.name)?.trim(), text(row.code)];
  if (!name || !code?.trim() || code.length > codeLengthMax) return undefined;
  return { name, code, country };
}
