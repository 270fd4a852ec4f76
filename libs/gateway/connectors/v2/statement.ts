import { lineKinds, type LineKind, type StatementLine } from '#domain/statements/line';
import { dayAfter } from '#domain/statements/period';
import { dayIn } from '#domain/statements/read-cell';
import { isSameMoney } from '#domain/values/money';
import { isCalendarDate } from '#domain/values/calendar';
import { noAnswer } from '../call-provider.js';
import type { CallLimit, NoAnswer, ProviderAccount, ReadStatement } from '../connector.js';
import { code, isObject, text } from '../json-body.js';
import { toldLine, unreadableStatement } from '../statement-line.js';
import { callUpstream } from './call-upstream.js';

const pageSize = 1_000;
/** A million lines of a day. */
const pagesMax = 1_000;

/**
 * What the upstream gateway reports of each day (contract §16.6), so that one gateway reconciles another: a day is that of its project's
 * `reports.timezone`, which has to be that of the statement here.
 */
export const readStatement: ReadStatement = async ({ from, to, timezone }, account, limit) => {
  const lines: StatementLine[] = [];
  const last = dayIn(new Date(to.getTime() - 1), timezone);
  for (let day = dayIn(from, timezone); day <= last; day = dayAfter(day)) {
    const read = await readDay(day, account, limit);
    if (read.kind !== 'listed') return read;
    lines.push(...read.lines);
  }
  return { kind: 'read', lines };
};

type Listed = { readonly kind: 'listed'; readonly lines: readonly StatementLine[] };

async function readDay(date: string, account: ProviderAccount, limit: CallLimit): Promise<Listed | NoAnswer> {
  const lines: StatementLine[] = [];
  let after: string | undefined;
  for (let page = 1; page <= pagesMax; page += 1) {
    const query = new URLSearchParams({
      date,
      limit: String(pageSize),
      ...(after !== undefined && { after }),
    });
    const path = `/v2/reports/lines?${query.toString()}`;
    const exchange = await callUpstream({ method: 'GET', path }, account, limit);
    const body = exchange.kind === 'answered' && exchange.status === 200 ? exchange.body : undefined;
    if (!isObject(body) || !Array.isArray(body.lines)) return noAnswer(exchange);
    for (const row of body.lines as readonly unknown[]) {
      const line = readLine(row);
      if (!line) return unreadableStatement(`a line of page ${page} of ${date} cannot be read`);
      lines.push(line);
    }
    const next = isText(body.next_after) ? String(body.next_after) : undefined;
    if (next === undefined) return { kind: 'listed', lines };
    if (next === after) return unreadableStatement(`page ${page} of ${date} leads to itself`);
    after = next;
  }
  return unreadableStatement('its pages do not end');
}

/** A refund that was made at the upstream's provider is one here. */
const otherKinds: Readonly<Record<string, LineKind>> = { provider_refund: 'refund' };

function readLine(row: unknown): StatementLine | undefined {
  if (!isObject(row) || !isText(row.line_id)) return undefined;
  const [word, currency, date] = [code(row.kind), code(row.currency), text(row.date)];
  const [gross, net] = [text(row.gross), text(row.net)];
  const fee = row.fee === undefined || row.fee === null ? undefined : text(row.fee);
  if (word === undefined || currency === undefined || gross === undefined || date === undefined)
    return undefined;
  if (!isCalendarDate(date)) return undefined;
  const known = Object.hasOwn(otherKinds, word) ? otherKinds[word] : lineKinds.find((kind) => kind === word);
  const line = toldLine({
    id: String(row.line_id),
    kind: known ?? 'other',
    ...(known === undefined && { unknownKind: word }),
    reference: text(row.reference),
    providerId: code(row.identifier),
    gross: gross.replace(/^-/, ''),
    fee,
    currency,
    bookedOn: date,
    settlement: code(row.settlement),
    isOut: gross.startsWith('-') || net?.startsWith('-') === true,
  });
  // Without its fees a line has the whole amount as its net.
  const isWhole =
    fee === undefined || net === undefined || line === undefined || sameAmount(line.net, net, currency);
  return isWhole ? line : undefined;
}

function sameAmount(left: string, right: string, currency: string): boolean {
  const bare = (amount: string) => ({ amount: amount.replace(/^-/, ''), currency });
  return isSameMoney(bare(left), bare(right));
}

function isText(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || Number.isSafeInteger(value);
}
