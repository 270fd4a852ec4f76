import { createBulkhead, type Bulkhead, type BulkheadLimits } from './bulkhead.js';

/** Concurrent callbacks of one merchant, over all its endpoints. */
const perMerchantMax = 32;
/** Concurrent callbacks of one merchant to one host, over all ports. */
const perMerchantAtHostMax = 8;
/** Concurrent callbacks to one host, above which a merchant that has its share there waits. */
const perHostMax = 16;
/** The share of each merchant at each host, which the callbacks of others cannot take. */
const ownShare = 4;
/** Maximum at one host, even if the shares of its merchants add up to more. */
const perHostInAllMax = 64;
const waits = { waitMinMs: 1_000, waitMaxMs: 5 * 60_000 } as const satisfies Omit<BulkheadLimits, 'slots'>;

export type DeliveryBulkhead = Readonly<Record<'merchants' | 'hosts', Pick<Bulkhead, 'slots' | 'taken'>>> & {
  /**
   * Takes a slot of the merchant and one of the host. `waitMs`: none is free; retry after this time, which is estimated from
   * the merchant's own callbacks alone.
   */
  acquire(
    merchant: string,
    callbackUrl: string,
  ): { readonly release: () => void } | { readonly waitMs: number };
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
    acquire(merchant, callbackUrl) {
      const host = hostOf(callbackUrl);
      const merchantAtHost = `${merchant} ${host}`;
      if (merchants.isFull(merchant)) return { waitMs: merchants.queue(merchant) };
      if (!hasRoom(merchantAtHost, host)) return { waitMs: merchantsAtHosts.queue(merchantAtHost) };
      const slots = [
        merchants.acquire(merchant),
        merchantsAtHosts.acquire(merchantAtHost),
        hosts.acquire(host),
      ];
      return {
        release() {
          for (const release of slots) release();
        },
      };
    },
  };
}

/** The host without the final dot of a complete name, which names the same host. */
function hostOf(callbackUrl: string): string {
  return new URL(callbackUrl).hostname.replace(/\.$/, '');
}
