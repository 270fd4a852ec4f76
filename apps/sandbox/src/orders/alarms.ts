/** One alarm for each order, at any distance. */
export type Alarms = {
  /** Calls the function at the instant (ISO 8601), or immediately if it has passed; replaces the order's earlier alarm. */
  set(order: string, instant: string, act: () => void): void;
  clear(order: string): void;
  /** Disables all alarms, including later ones. */
  close(): void;
};

/** Longest wait of one timer, the maximum of setTimeout. */
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
