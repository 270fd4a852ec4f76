import { proveLedger } from '#persistence/ledger/prove-ledger';
import { loadNewestDocument } from '#persistence/configuration/configurations';
import { awaitEarlierTransactions } from '#persistence/periods/await-earlier-transactions';
import { findOpenMatters, type OpenMatter } from '#persistence/periods/find-open-matters';
import type { Month } from '#persistence/periods/month';
import { findRequest, keepPeriod, listPeriods, recordRequest } from '#persistence/periods/periods';
import type { Outcome } from '../command/declare.js';
import { Refusal } from '../command/failures.js';
import { requireOperator } from '../command/operator.js';
import type { Session } from '../command/session.js';
import { reportsOfMonth } from './reports-of-month.js';

/** The proof of the ledger, and the sums of a month, read every entry. */
const timeoutMs = 30 * 60_000;

type Wanted = { readonly month: Month; readonly reason: string; readonly operator: string };

/**
 * Closes a month that has nothing open (contract §16.7): the first person asks for it, a second one confirms with the same command.
 * Either is refused while anything is open, which is listed. Killed at any point, it leaves the month open and can be repeated.
 */
export async function closePeriod(session: Session, { month, reason, operator }: Wanted): Promise<Outcome> {
  const database = await session.openDatabase({ statementTimeoutMs: timeoutMs });
  const finance = await session.openFinance();
  await requireOperator(database, operator, '--operator');
  if ((await listPeriods(database)).some((period) => period.month === month.name))
    throw new Refusal(`${month.name} is closed already.`);
  const configuration = await loadNewestDocument(database);
  if (!configuration) throw new Refusal('No configuration has been applied yet.');
  const mids = Object.entries(configuration.mids).flatMap(([mid, { statement }]) => (statement ? [mid] : []));
  const terms = { graceMs: configuration.timing.periodGraceMs, mids };
  const matters = await findOpenMatters(database, month, terms);
  if (matters.length > 0) return refused(session, month, matters);
  const closedAt = await awaitEarlierTransactions(finance);
  if (!closedAt)
    return refused(session, month, [
      { what: 'a database transaction is open', subject: 'it began before this command' },
    ]);
  // An import that was under way may have opened a difference; one that begins after `closedAt` is late.
  const opened = await findOpenMatters(database, month, terms);
  if (opened.length > 0) return refused(session, month, opened);
  const { differences } = await proveLedger(database);
  const unproved = differences.map(({ rule, subject, found, expected }) => ({
    what: `ledger check: ${rule}`,
    subject: `${subject}: is ${found}, should be ${expected}`,
  }));
  if (unproved.length > 0) return refused(session, month, unproved);
  const request = await findRequest(database, month);
  if (!request || request.operator === operator) {
    if (!request) await recordRequest(finance, month, { operator, reason });
    session.say(`${month.name} can be closed: a second person confirms it with the same command.`);
    return { data: { month: month.name, state: 'requested', requestedBy: operator, open: [] } };
  }
  const reports = await reportsOfMonth(database, configuration, { month, closedAt });
  const persons = { closedBy: request.operator, confirmedBy: operator };
  const isClosed = await keepPeriod(finance, month, { ...persons, reason, closedAt, reports });
  if (!isClosed) throw new Refusal(`${month.name} was closed by another command meanwhile.`);
  session.say(
    `${month.name} is closed: ${reports.length} reports are kept, and nothing is posted into it any more.`,
  );
  return { data: { month: month.name, state: 'closed', ...persons, reports: reports.length, open: [] } };
}

function refused(session: Session, { name }: Month, open: readonly OpenMatter[]): Outcome {
  session.say(`${name} cannot be closed yet:`);
  for (const { what, subject } of open) session.say(`✖ ${what}: ${subject}`);
  return { data: { month: name, state: 'open', open }, hasFindings: true };
}
