import type { ErrorKey } from '../errors/error-catalogue.js';
import type { FinalStatus } from '../transaction.js';

/**
 * How a transaction ends when no route is left because further MIDs have no room in their limits: as if those were not
 * there. `attempts`: oldest first, all of them over without money; those that had no room have the cause `limit`.
 */
export function endWithoutRoom(
  attempts: readonly { readonly state: string; readonly cause: string | undefined }[],
): { readonly to: FinalStatus; readonly source: 'provider'; readonly error: ErrorKey } {
  const tried = attempts.filter(({ cause }) => cause !== 'limit');
  if (tried.at(-1)?.state === 'declined') return { to: 'declined', source: 'provider', error: 'declined' };
  return { to: 'error', source: 'provider', error: tried.length > 1 ? 'neverSentByAnyRoute' : 'neverSent' };
}
