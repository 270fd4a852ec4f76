import { createBulkhead, type Bulkhead, type BulkheadLimits } from './bulkhead.js';

/** Of one merchant, however many endpoints it has. */
const perMerchantMax = 32;
/** Of one merchant at one host, whatever its port. */
const perMerchantAtHostMax = 8;
/** Of all merchants at one host: who has its share there waits once these are under way. */
const perHostMax = 16;
/** The share of each merchant at each host, whatever the others have under way there. */
const ownShare = 4;
/** Maximum at one host, even if the shares of its merchants add up to more. */
const perHostInAllMax = 64;
const waits = { waitMinMs: 1_000, waitMaxMs: 5 * 60_000 } as const satisfies Omit<BulkheadLimits, 'slots'>;

export type DeliveryBulkhead = Readonly<Record<'merchants' | 'hosts', Pick<Bulkhead, 'slots' | 'taken'>>> & {
  /**
   * Takes a slot of the merchant and one of the host, or says how long to stay away, in milliseconds. How long is judged
   * by the merchant's own callbacks alone, so those of others do not make it wait longer.
   */
  enter(merchant: string, callbackUrl: string): { readonly leave: () => void } | { readonly waitMs: number };
};

export function createDeliveryBulkhead(): DeliveryBulkhead {
  const merchants = createBulkhead({ slots: perMerchantMax, ...waits });
  const merchantsAtHosts = createBulkhead({ slots: perMerchantAtHostMax, ...waits });
  const hosts = createBulkhead({ slots: perHostMax });

  const hasRoom = (merchantAtHost: string, host: string) => {
    if (merchantsAtHosts.isFull(merchantAtHost) || hosts.inside(host) >= perHostInAllMax) return false;
    return !hosts.isFull(host) || merchantsAtHosts.inside(merchantAtHost) < ownShare;
  };
  return {
    merchants,
    hosts,
    enter(merchant, callbackUrl) {
      const host = hostOf(callbackUrl);
      const merchantAtHost = `${merchant} ${host}`;
      if (merchants.isFull(merchant)) return { waitMs: merchants.queue(merchant) };
      if (!hasRoom(merchantAtHost, host)) return { waitMs: merchantsAtHosts.queue(merchantAtHost) };
      const leaves = [merchants.enter(merchant), merchantsAtHosts.enter(merchantAtHost), hosts.enter(host)];
      return {
        leave() {
          for (const leave of leaves) leave();
        },
      };
    },
  };
}

/** With the final dot that marks a name as complete, and without, it is the same host. */
function hostOf(callbackUrl: string): string {
  return new URL(callbackUrl).hostname.replace(/\.$/, '');
}
