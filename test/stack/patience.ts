/** The factor of every wait of the tests, as `vitest.config.ts` takes it from the measured speed of the machine. */
export const patience = Number(process.env['TEST_PATIENCE'] ?? 1);

/** A wait that is right on the reference machine, as this one needs it; milliseconds. */
export function patient(waitMs: number): number {
  return Math.round(waitMs * patience);
}
