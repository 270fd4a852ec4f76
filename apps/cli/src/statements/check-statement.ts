import type { Instant } from '#domain/values/calendar';
import { compareStatement } from '#domain/transaction/compare-statement';
import { routedTypes } from '#domain/transaction/status';
import { findAccount } from '#gateway/connectors/find-account';
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
  const period = { from: from.at, to: to.at };
  const asked = {
    from: new Date(from.at.getTime() - marginMs),
    to: new Date(to.at.getTime() + marginMs),
  };
  const lists = [];
  for (const type of routedTypes) {
    const found = findAccount(applied.configuration, { mid, provider }, type);
    if (found.kind === 'missing' || !found.calls.readStatement) continue;
    const statement = await found.calls.readStatement(asked, found.account, { timeoutMs: pageTimeoutMs });
    if (statement.kind === 'noAnswer')
      throw new Trouble(`The provider's list of ${type}s could not be read: ${statement.detail}`);
    const references = statement.reports.map(({ providerReference }) => providerReference);
    const books = await findStatementBooks(database, { type, provider, mid, ...period }, references);
    const comparison = compareStatement(statement.reports, books);
    const { agreed, strangers, differences } = comparison;
    lists.push({ type, ...comparison });
    const others = strangers === 0 ? '' : `, ${strangers} not sent by us`;
    session.say(`${type}s: ${agreed} agree${others}, ${differences.length} differ`);
    for (const { providerReference, says } of differences) session.say(`✖ ${providerReference}: ${says}`);
  }
  if (lists.length === 0) throw new Trouble(`The connector of ${mid} cannot read its provider's list.`);
  return { data: lists, hasFindings: lists.some(({ differences }) => differences.length > 0) };
}
