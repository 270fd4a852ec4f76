import type { TestedCards } from '#domain/risk/refuse-blocked';

/**
 * Reads the database's error `GW006`: the card-testing guard takes no card of this customer, or from this address, now.
 * Undefined for every other error.
 */
export function readTestedCards(error: unknown): TestedCards | undefined {
  const source: unknown =
    typeof error === 'object' && error !== null && 'driverError' in error ? error.driverError : error;
  if (typeof source !== 'object' || source === null || !('code' in source && 'detail' in source)) {
    return undefined;
  }
  if (source.code !== tooManyCards) return undefined;
  // Written by `refuse_tested_card` (`libs/persistence/migrations/baseline/risk.ts`).
  return JSON.parse(String(source.detail)) as TestedCards;
}

const tooManyCards = 'GW006';
