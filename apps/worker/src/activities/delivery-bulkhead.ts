import { createBulkhead, type Bulkhead, type BulkheadLimits } from './bulkhead.js';

/** By merchant first, however many endpoints it has; then by host, however many ports and merchants that has. */
const perMerchantMax = 32;
const perHostMax = 16;
const waits = { waitMinMs: 1_000, waitMaxMs: 5 * 60_000 } as const satisfies Omit<BulkheadLimits, 'slots'>;

export type DeliveryBulkhead = Readonly<Record<'merchants' | 'hosts', Pick<Bulkhead, 'slots' | 'taken'>>> & {
  /** Takes a slot of the merchant and one of the host, or says how long to stay away, in milliseconds. */
  enter(merchant: string, callbackUrl: string): { readonly leave: () => void } | { readonly waitMs: number };
};

export function createDeliveryBulkhead(): DeliveryBulkhead {
  const merchants = createBulkhead({ slots: perMerchantMax, ...waits });
  const hosts = createBulkhead({ slots: perHostMax, ...waits });
  return {
    merchants,
    hosts,
    enter(merchant, callbackUrl) {
      const host = new URL(callbackUrl).hostname;
      if (merchants.isFull(merchant)) return { waitMs: merchants.queue(merchant) };
      if (hosts.isFull(host)) return { waitMs: hosts.queue(host) };
      const leaves = [merchants.enter(merchant), hosts.enter(host)];
      return {
        leave() {
          for (const leave of leaves) leave();
        },
      };
    },
  };
}
