/** One alarm for each order, however far away. */
export type Alarms = {
  /** Acts at the instant (ISO 8601), at once when it is over; replaces the order's earlier alarm. */
  set(order: string, instant: string, act: () => void): void;
  clear(order: string): void;
  /** No alarm goes off any more, also none that is set later. */
  close(): void;
};

/** Longest wait of one timer; setTimeout takes no more. */
const timerMaxMs = 2 ** 31 - 1;

export function createAlarms(): Alarms {
  const timers = new Map<string, NodeJS.Timeout>();
  let closed = false;

  function set(order: string, instant: string, act: () => void): void {
    if (closed) return;
    const remainingMs = Math.max(0, Date.parse(instant) - Date.now());
    const step = remainingMs > timerMaxMs ? () => set(order, instant, act) : act;
    clearTimeout(timers.get(order));
    timers.set(order, setTimeout(step, Math.min(remainingMs, timerMaxMs)));
  }

  return {
    set,
    clear(order) {
      clearTimeout(timers.get(order));
      timers.delete(order);
    },
    close() {
      closed = true;
      timers.forEach((timer) => clearTimeout(timer));
    },
  };
}
