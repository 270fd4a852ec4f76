/** Callers that ask for the same thing at the same time share one call and its result, also its failure. */
export function createOneCallPerKey<Result>(): (key: string, call: () => Promise<Result>) => Promise<Result> {
  const underWay = new Map<string, Promise<Result>>();
  return (key, call) => {
    const known = underWay.get(key);
    if (known) return known;
    const made = call().finally(() => underWay.delete(key));
    underWay.set(key, made);
    return made;
  };
}
