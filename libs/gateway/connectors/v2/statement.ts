import { directionOf, lineKinds, type LineKind, type StatementLine } from '#domain/statements/line';
import { addDays } from '#domain/statements/period';
import { dayIn } from '#domain/statements/read-cell';
import { isSameMoney } from '#domain/values/money';
import { pageLimit } from '#domain/wire/page';
import { noAnswer, unreadable } from '../call-provider.js';
import type { CallLimit, NoAnswer, ProviderAccount, ReadStatement } from '../connector.js';
import { code, instant, isObject, text } from '../json-body.js';
import { toldLine } from '../statement-line.js';
import { callUpstream } from './call-upstream.js';

/** A million lines of a day. */
const pagesMax = 10_000;

/**
 * What the upstream gateway reports of each day (contract §16.6), so that one gateway reconciles another. A line is booked on
 * the day whose report has it: `reports.timezone` of the upstream project has to be the time zone of the statement here.
 */
export const readStatement: ReadStatement = async ({ from, to, timezone }, account, limit) => {
  const lines: StatementLine[] = [];
  const last = dayIn(new Date(to.getTime() - 1), timezone);
  for (let day = dayIn(from, timezone); day <= last; day = addDays(day, 1)) {
    const read = await readDay(day, account, limit);
    if (read.kind !== 'listed') return read;
    lines.push(...read.lines);
  }
  return { kind: 'read', lines };
};

type Listed = { readonly kind: 'listed'; readonly lines: readonly StatementLine[] };

/** Page by page; an empty page is the end, and repeats the cursor that it was asked for. */
async function readDay(day: string, account: ProviderAccount, limit: CallLimit): Promise<Listed | NoAnswer> {
  const lines: StatementLine[] = [];
  let after: string | undefined;
  for (let page = 1; page <= pagesMax; page += 1) {
    const query = new URLSearchParams({
      date: day,
      limit: String(pageLimit.max),
      ...(after !== undefined && { after }),
    });
    const path = `/v2/reports/lines?${query.toString()}`;
    const exchange = await callUpstream({ method: 'GET', path }, account, limit);
    const body = exchange.kind === 'answered' && exchange.status === 200 ? exchange.body : undefined;
    if (!isObject(body) || !Array.isArray(body.lines)) return noAnswer(exchange);
    if (body.lines.length === 0) return { kind: 'listed', lines };
    for (const row of body.lines as readonly unknown[]) {
      const line = readLine(row, day);
      if (!line) return unreadable(`a line of page ${page} of ${day} cannot be read`);
      lines.push(line);
    }
    const next = text(body.next_after);
    if (next === undefined || next === after)
      return unreadable(`page ${page} of ${day} does not say where the next one begins`);
    after = next;
  }
  return unreadable('its pages do not end');
}

/** A refund that was made at the upstream's provider is a refund here, and a tax is a fee. */
const otherKinds: Readonly<Record<string, LineKind>> = { provider_refund: 'refund', tax: 'fee' };

function readLine(row: unknown, day: string): StatementLine | undefined {
  if (!isObject(row) || instant(row.date) === undefined) return undefined;
  const [id, word, currency] = [text(row.line_id), code(row.kind), code(row.currency)];
  const [gross, net] = [text(row.gross), text(row.net)];
  if (id === undefined || word === undefined || currency === undefined) return undefined;
  if (gross === undefined || net === undefined) return undefined;
  const known = Object.hasOwn(otherKinds, word) ? otherKinds[word] : lineKinds.find((kind) => kind === word);
  // A negative gross takes an earlier line back: its money moves against the direction of its kind.
  const isTakenBack = gross.startsWith('-');
  const kind = isTakenBack ? 'other' : (known ?? 'other');
  const line = toldLine({
    id,
    kind,
    ...(known === undefined && { unknownKind: word }),
    reference: text(row.reference),
    providerId: code(row.identifier),
    gross: gross.replace(/^-/, ''),
    fee: text(row.fee),
    currency,
    bookedOn: day,
    settlement: code(row.settlement),
    isOut: isTakenBack && directionOf({ kind: known ?? 'other', net: '' }) === 'in',
  });
  return line && isSameAmount(line.net, net, currency) ? line : undefined;
}

/** Whatever the sign: an upstream's net has that of its kind. */
function isSameAmount(left: string, right: string, currency: string): boolean {
  const bare = (amount: string) => ({ amount: amount.replace(/^-/, ''), currency });
  return isSameMoney(bare(left), bare(right));
}
