/** Bounds the callbacks under way to one host, so that a slow endpoint holds up its own merchant only. */
export type HostGate = {
  /** Gives the way out, to be called once; nothing when the host has its fill. */
  enter(host: string): (() => void) | undefined;
};

export function createHostGate(underWayMax: number): HostGate {
  const underWay = new Map<string, number>();
  return {
    enter(host) {
      const count = underWay.get(host) ?? 0;
      if (count >= underWayMax) return undefined;
      underWay.set(host, count + 1);
      return () => {
        const left = (underWay.get(host) ?? 1) - 1;
        if (left === 0) underWay.delete(host);
        else underWay.set(host, left);
      };
    },
  };
}
