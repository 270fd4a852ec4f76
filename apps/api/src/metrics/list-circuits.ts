import type { Configuration } from '#domain/configuration';
import type { OpenMids } from '#domain/routing/circuits';

export type CircuitStanding = { readonly mid: string; readonly provider: string; readonly isOpen: boolean };

/** Every MID of the configuration that has a circuit. */
export function listCircuits(
  { mids, providers }: Pick<Configuration, 'mids' | 'providers'>,
  openMids: OpenMids,
): readonly CircuitStanding[] {
  return Object.entries(mids)
    .filter(([, { provider }]) => providers[provider]?.circuit !== undefined)
    .map(([mid, { provider }]) => ({ mid, provider, isOpen: openMids.has(mid) }));
}
