/**
 * Reads the errors `GW007`, less is left of the payment than the refund needs, and `GW008`, the payment takes no further refund
 * (`libs/persistence/migrations/0048-refunds.ts`).
 */
export function isLessLeft(error: unknown): boolean {
  const source: unknown =
    typeof error === 'object' && error !== null && 'driverError' in error ? error.driverError : error;
  if (typeof source !== 'object' || source === null || !('code' in source)) return false;
  return source.code === 'GW007' || source.code === 'GW008';
}
