import type { Books } from './books.js';
import { payouts } from '../fakes/payout-bodies.js';
import type { TwoGateways } from '../stack/two-gateways.js';
import { until } from './until.js';

/**
 * Waits for the end of a payout at the front gateway; or for "not found", of the upstream gateway or of the provider
 * behind it, which never ends a payout that may have been sent (contract §9).
 */
export async function untilDecided(gateways: TwoGateways, reference: string) {
  const { merchant, books, upstream, recordAt } = gateways;
  const look = async () => {
    const { body } = await merchant.get(`${payouts}/${reference}`);
    const identifier = String(body['identifier']);
    const there = await recordAt('payout', identifier);
    const notFound = [
      await countNotFound(books, identifier),
      await countNotFound(upstream.books, there?.['identifier']),
    ];
    const isFinal = body['status'] !== 'pending';
    return { reference, identifier, isFinal, isDecided: isFinal || notFound.some((count) => count > 0) };
  };
  return until(look, ({ isDecided }) => isDecided);
}

async function countNotFound(books: Books, identifier: unknown): Promise<number> {
  if (identifier === undefined) return 0;
  const sql = "select from lookups where identifier = $1 and answer = 'not_found'";
  return (await books.rows(sql, identifier)).length;
}
