/** Until when a request may be written. */
export type SendBy = { isOver(): boolean };

/**
 * Counts from now, which is before the right to send was asked for, by a clock that nobody sets and by the one on the
 * wall: a machine that was put to sleep may find that only one of them went on.
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
