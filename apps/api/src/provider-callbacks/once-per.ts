const keysMax = 10_000;

/** Says yes once per key and period, whoever asks how often. Forgets the oldest keys past its limit. */
export function createOncePer(periodMs: number, now: () => number = Date.now): (key: string) => boolean {
  const last = new Map<string, number>();
  return (key) => {
    const at = now();
    const before = last.get(key);
    if (before !== undefined && at - before < periodMs) return false;
    last.delete(key);
    last.set(key, at);
    const [oldest] = last.keys();
    if (last.size > keysMax && oldest !== undefined) last.delete(oldest);
    return true;
  };
}
