/** Singleflight: concurrent calls for one key share a promise, including its rejection. */
export function createSingleflight<Result>(): (key: string, call: () => Promise<Result>) => Promise<Result> {
  const underWay = new Map<string, Promise<Result>>();
  return (key, call) => {
    const known = underWay.get(key);
    if (known) return known;
    const made = call().finally(() => underWay.delete(key));
    underWay.set(key, made);
    return made;
  };
}
