import type { Instant } from '#domain/values/calendar';
import { compareStatement, reportsOf } from '#domain/transaction/compare-statement';
import { transactionTypes } from '#domain/transaction/status';
import { findStatementOf } from '#gateway/connectors/find-account';
import { loadConfiguration } from '#persistence/configuration/configurations';
import { findStatementBooks } from '#persistence/transactions/find-statement-books';
import type { Outcome } from '../command/declare.js';
import { Trouble, UsageError } from '../command/failures.js';
import type { Session } from '../command/session.js';

const queryTimeoutMs = 10 * 60_000;
const pageTimeoutMs = 30_000;
/** The provider is asked for a period that is longer at both ends, because its clock differs from ours. */
const marginMs = 15 * 60_000;

/** Compares what a provider lists of a period with what is recorded, and changes nothing. */
export async function checkStatement(
  session: Session,
  { mid, from, to }: { readonly mid: string; readonly from: Instant; readonly to: Instant },
): Promise<Outcome> {
  if (to.at <= from.at) throw new UsageError('--to must be later than --from.');
  const cipher = await session.openCipher();
  const database = await session.openDatabase({ statementTimeoutMs: queryTimeoutMs });
  const applied = await loadConfiguration(database, cipher, 0);
  const provider = applied?.configuration.mids[mid]?.provider;
  if (!applied || provider === undefined) throw new Trouble(`The applied configuration has no MID ${mid}.`);
  const found = findStatementOf(applied.configuration, mid);
  if (!found) throw new Trouble(`The connector of ${mid} cannot read its provider's statement.`);
  const period = { from: from.at, to: to.at };
  const asked = {
    from: new Date(from.at.getTime() - marginMs),
    to: new Date(to.at.getTime() + marginMs),
    timezone: found.timezone,
  };
  const statement = await found.read(asked, found.account, { timeoutMs: pageTimeoutMs });
  if (statement.kind === 'noAnswer')
    throw new Trouble(`The provider's statement could not be read: ${statement.detail}`);
  const lists = [];
  for (const type of transactionTypes) {
    const reports = reportsOf(statement.lines, type);
    const references = reports.map(({ providerReference }) => providerReference);
    const books = await findStatementBooks(database, { type, provider, mid, ...period }, references);
    // Money that went back without one of our refunds is told by the reversals of its payment.
    const ofType = reports.filter(
      ({ providerReference: of }) => (books.subjects.get(of)?.transaction.type ?? type) === type,
    );
    const comparison = compareStatement(ofType, books);
    const { agreed, strangers, differences } = comparison;
    lists.push({ type, ...comparison });
    const others = strangers === 0 ? '' : `, ${strangers} not sent by us`;
    session.say(`${type}s: ${agreed} agree${others}, ${differences.length} differ`);
    for (const { providerReference, says } of differences) session.say(`✖ ${providerReference}: ${says}`);
  }
  return { data: lists, hasFindings: lists.some(({ differences }) => differences.length > 0) };
}
