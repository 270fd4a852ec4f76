import { lineKinds, type StatementBalance, type StatementLine } from '#domain/statements/line';
import { lineProblem } from '#domain/statements/check-line';
import { noAnswer, unreadable } from '../call-provider.js';
import type { ReadStatement } from '../connector.js';
import { code, isObject, text } from '../json-body.js';
import { toldLine } from '../statement-line.js';
import { callSandbox } from './call-sandbox.js';

const pageSize = 500;
const pagesMax = 2_000;

/** The statement of an account, page by page; a page that does not come is no answer (contract C29). */
export const readStatement: ReadStatement = async ({ from, to, timezone }, account, limit) => {
  const lines: StatementLine[] = [];
  let after = '';
  for (let page = 1; page <= pagesMax; page += 1) {
    const query = new URLSearchParams({
      account: account.credentials['account'] ?? '',
      from: from.toISOString(),
      to: to.toISOString(),
      timezone,
      limit: String(pageSize),
      ...(after !== '' && { after }),
    });
    const call = { method: 'GET', path: `/statements?${query.toString()}` } as const;
    const exchange = await callSandbox(call, account, limit);
    const body = exchange.kind === 'answered' && exchange.status === 200 ? exchange.body : undefined;
    if (!isObject(body) || !Array.isArray(body.lines)) return noAnswer(exchange);
    for (const row of body.lines as readonly unknown[]) {
      const line = readLine(row);
      if (!line) return unreadable(`a line of page ${page} cannot be read`);
      lines.push(line);
    }
    if (body.next_after === null) {
      const balances = readBalances(body.balances);
      if (lines.length !== body.total) return unreadable(`${lines.length} lines came, not as many as it has`);
      return balances ? { kind: 'read', lines, balances } : unreadable('the balances cannot be read');
    }
    const next = text(body.next_after);
    if (next === undefined) return unreadable(`page ${page} does not say where the next one begins`);
    after = next;
  }
  return unreadable('its pages do not end');
};

function readLine(row: unknown): StatementLine | undefined {
  if (!isObject(row)) return undefined;
  const [id, word, currency] = [code(row.line_key), code(row.kind), code(row.currency)];
  const [gross, fee, net, bookedOn] = [text(row.gross), text(row.fee), text(row.net), text(row.booked_on)];
  if (id === undefined || word === undefined || currency === undefined || gross === undefined)
    return undefined;
  if (bookedOn === undefined || net === undefined) return undefined;
  const known = lineKinds.find((kind) => kind === word);
  const line = toldLine({
    id,
    kind: known ?? 'other',
    ...(known === undefined && { unknownKind: word }),
    reference: text(row.reference),
    providerId: code(row.provider_id),
    gross,
    fee,
    currency,
    bookedOn,
    valueOn: text(row.value_on),
    settlement: code(row.settlement),
    isOut: net.startsWith('-'),
  });
  return line && lineProblem({ ...line, net }) === undefined ? line : undefined;
}

function readBalances(rows: unknown): readonly StatementBalance[] | undefined {
  if (!Array.isArray(rows)) return undefined;
  const balances = (rows as readonly unknown[]).map((row) => {
    if (!isObject(row)) return undefined;
    const [currency, opening, closing] = [code(row.currency), text(row.opening), text(row.closing)];
    const isWhole = currency !== undefined && opening !== undefined && closing !== undefined;
    return isWhole ? { currency, opening, closing } : undefined;
  });
  const read = balances.flatMap((balance) => balance ?? []);
  return read.length === balances.length ? read : undefined;
}
