/** The smallest value that at least this share (above 0, up to 1) of all values does not exceed. Throws on no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const value = sorted[Math.ceil(sorted.length * share) - 1];
  if (value === undefined) throw new Error('a percentile needs at least one value and a share above 0');
  return value;
}
