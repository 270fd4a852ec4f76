import type { Standing } from '#contracts/transaction-flow';
import type { Transaction } from '#domain/registered-transaction';
import type { ActivityDependencies } from './activity-dependencies.js';
import { endTransaction, type End } from './end-transaction.js';
import { decideAndRecord, phaseOfKnown, standingAfter, standingOf, type Known } from './known.js';
import { loadKnown } from './load-known.js';

/**
 * The two ends of what never became ready and was therefore surely never sent: a payment whose page was not posted, a
 * payout whose bank was not chosen. Whoever posts or chooses first makes it due: then nothing is written here. Whether
 * the time for it is over is told by the clock that it was given by, Postgres'.
 */
export function createExpireUnsent(dependencies: ActivityDependencies) {
  return async function expireUnsent(identifier: string): Promise<Standing> {
    const known = await loadKnown(dependencies.database, identifier);
    if (known.clock() < known.transaction.payableUntil) return standingOf(known);
    return closeUnsent(dependencies, known, expiryOf);
  };
}

export function createCancelUnsent(dependencies: ActivityDependencies) {
  return async function cancelUnsent(identifier: string): Promise<Standing> {
    return closeUnsent(dependencies, await loadKnown(dependencies.database, identifier), cancellationOf);
  };
}

async function closeUnsent(
  { database }: ActivityDependencies,
  known: Known,
  endOf: (transaction: Transaction) => End,
): Promise<Standing> {
  const step = await decideAndRecord<Known>(database, known, {
    decide: (current) =>
      phaseOfKnown(current) === 'unready'
        ? { move: endTransaction(current, endOf(current.transaction)) }
        : {},
    reload: () => loadKnown(database, known.transaction.identifier),
  });
  return standingAfter(step);
}

/** A page that nobody has ever opened was an intention only (contract §8); a payout never expires (contract §9). */
function expiryOf({ type, openedAt }: Transaction): End {
  if (type === 'payout') return { to: 'declined', source: 'timer', error: 'payoutCancelled' };
  const stage = openedAt === undefined ? { expiredAtStage: 'intention' } : {};
  return { to: 'expired', source: 'timer', error: 'expired', ...stage };
}

function cancellationOf({ type }: Transaction): End {
  return type === 'payout'
    ? { to: 'declined', source: 'operator', error: 'payoutCancelled' }
    : { to: 'declined', source: 'customer', error: 'paymentCancelled' };
}
