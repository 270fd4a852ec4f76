import { StatementRefused } from '#domain/statements/statement-refused';
import { ProviderSilent, readProviderDays } from '#gateway/statements/read-statement';
import { takeTurns } from '#persistence/rates/take-turns';
import { StatementsClosed } from '#persistence/statements/finance-database';
import { importStatement } from '#persistence/statements/import-statement';
import { reconcileTerms } from '#persistence/statements/reconcile-terms';
import { createTurns, type TurnLimits } from '#runtime/turns';
import type { ActivityDependencies } from './activity-dependencies.js';
import type { Bulkhead } from './bulkhead.js';
import { again } from './failures.js';
import { withHeartbeat } from './with-heartbeat.js';

/** Time limit of one page, in milliseconds. */
const pageTimeoutMs = 30_000;
/** Statements belong to no merchant: they are one asker at the MID's rate, and their pages wait for their turns. */
const limits: TurnLimits = { atOnceMax: 1, waitingMax: 100 };
const turnWaitMs = 60_000;

/**
 * Asks a MID's provider for the statement of one day and imports it, with differences (contract §16.2). Safe to repeat: what was
 * imported adds nothing. Throws `STATEMENT_DUE`, so that Temporal retries, while the provider does not answer, its statement is
 * refused, or statements cannot be written.
 */
export function createImportDay(dependencies: ActivityDependencies, bulkhead: Bulkhead) {
  const { database, reachFinance, configuration, log } = dependencies;
  const turns = createTurns((asked) => takeTurns(database, asked), limits);
  return async function importDay(mid: string, day: string): Promise<string> {
    const current = configuration();
    const found = current.mids[mid];
    if (found?.statement?.source !== 'provider') return 'No statements are asked for this MID any more.';
    const share = { mid, asker: 'statement', perSecond: found.requestsPerSecondMax, waitMs: turnWaitMs };
    const turn = async () => {
      if (!(await turns.run(share, () => Promise.resolve({})))) throw new Error('no turn came in time');
    };
    const release = bulkhead.acquire(mid);
    try {
      const finance = await reachFinance();
      const { lines, newLines, isKnown, differences } = await withHeartbeat(() =>
        importStatement(finance, {
          source: 'provider',
          account: mid,
          way: 'provider',
          importedBy: 'worker',
          terms: reconcileTerms(current, { mid }),
          read: (take) =>
            readProviderDays(
              current,
              {
                mid,
                period: { from: day, to: day, isWhole: true },
                limit: { timeoutMs: pageTimeoutMs, turn },
              },
              take,
            ),
        }),
      );
      log.info({ mid, day, lines, newLines, differences }, 'a statement is imported');
      return isKnown
        ? `${lines} lines, imported before.`
        : `${lines} lines, ${newLines} new, ${sayDifferences(differences)}.`;
    } catch (error) {
      if (error instanceof StatementRefused) {
        log.error({ mid, day, reason: error.message }, 'a statement is refused');
        throw again('STATEMENT_DUE', `the statement is refused: ${error.message}`);
      }
      if (error instanceof ProviderSilent)
        throw again('STATEMENT_DUE', `the provider has not told it: ${error.message}`);
      if (error instanceof StatementsClosed) throw again('STATEMENT_DUE', error.message);
      throw error;
    } finally {
      release();
    }
  };
}

function sayDifferences(differences: Readonly<Record<string, number>>): string {
  const open = Object.entries(differences).map(([name, count]) => `${count} ${name}`);
  return open.length === 0 ? 'no differences' : `differences: ${open.join(', ')}`;
}
