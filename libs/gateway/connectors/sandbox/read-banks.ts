import type { Bank } from '#domain/transaction/challenge';
import type { BankList } from '../connector.js';
import type { SandboxExchange } from './client.js';
import { isObject } from './read-body.js';

/** Longer ones could not be sent back as `bank_code`. */
const codeLengthMax = 255;

/** The answer to `GET /banks`: the country's banks, all of them readable, or no answer. */
export function translateBanks(exchange: SandboxExchange, country: string): BankList {
  if (exchange.kind === 'neverSent') {
    return { kind: 'noAnswer', cause: 'communication', detail: exchange.detail };
  }
  if (exchange.kind === 'broken') {
    return { kind: 'noAnswer', cause: exchange.cause, detail: exchange.detail };
  }
  const { status, body } = exchange;
  if (status >= 500) return { kind: 'noAnswer', cause: 'communication', detail: `status ${status}` };
  const banks = status === 200 ? readBanks(body, country) : undefined;
  if (banks !== undefined) return { kind: 'listed', banks };
  return { kind: 'noAnswer', cause: 'unreadable', detail: `unexpected answer with status ${status}` };
}

/** `undefined` when any part is not a bank of the country: half a list would hide banks. */
function readBanks(body: unknown, country: string): readonly Bank[] | undefined {
  if (!isObject(body) || !Array.isArray(body.banks)) return undefined;
  const rows: readonly unknown[] = body.banks;
  const banks = rows.flatMap((row) => readBank(row, country) ?? []);
  return banks.length === rows.length ? banks : undefined;
}

function readBank(row: unknown, country: string): Bank | undefined {
  if (!isObject(row) || row.country !== country) return undefined;
  const { label: name, bank: code } = row;
  if (typeof name !== 'string' || typeof code !== 'string') return undefined;
  if (name.trim() === '' || code.trim() === '' || code.length > codeLengthMax) return undefined;
  return { name, code, country };
}
