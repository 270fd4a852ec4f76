/** How often something may happen: so often at once, and so often a second in the long run. */
export type Allowance = { readonly atOnce: number; readonly perSecond: number };

/** Far more links than are open at a time; the ones that rest longest are forgotten first. */
const linksMax = 50_000;

/**
 * Whether a link may be used once more, each within its own allowance. Counted in this process alone: with several,
 * each allows as much. `now`: milliseconds.
 */
export function createLinkLimit({ atOnce, perSecond }: Allowance): (link: string, now: number) => boolean {
  const links = new Map<string, { readonly left: number; readonly at: number }>();
  return (link, now) => {
    const known = links.get(link) ?? { left: atOnce, at: now };
    const left = Math.min(atOnce, known.left + ((now - known.at) / 1_000) * perSecond);
    // Written anew, so that the order of the map is the order of use.
    links.delete(link);
    links.set(link, { left: left < 1 ? left : left - 1, at: now });
    const [oldest] = links.keys();
    if (links.size > linksMax && oldest !== undefined) links.delete(oldest);
    return left >= 1;
  };
}
