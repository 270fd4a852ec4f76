/** Until when a request may be written. */
export type SendBy = { isOver(): boolean };

/** Resolves when the rate of its MID allows the call, before its time limit begins. If it rejects, nothing is sent. */
export type Turn = () => Promise<void>;

/**
 * Counts from now, before the right to send is requested, on the monotonic clock and on the system clock: while a machine
 * sleeps, only one of them may advance.
 */
export function createSendBy(): { after(milliseconds: number): SendBy } {
  const monotonic = performance.now();
  const wall = Date.now();
  return {
    after: (milliseconds) => ({
      isOver: () => Math.max(performance.now() - monotonic, Date.now() - wall) >= milliseconds,
    }),
  };
}
