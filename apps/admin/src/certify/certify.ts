import type { ProviderAccount } from '#gateway/connectors/connector';
import { recordExchanges, type SeenExchange } from './record-exchanges.js';
import { redact } from './redact.js';

/** What we take for granted of a provider, and how its test mode shows whether it is so. */
export type Assumption = {
  readonly name: string;
  readonly prove: () => Promise<{ readonly holds: boolean; readonly saw: string }>;
};

export type Certificate = {
  readonly provider: string;
  readonly date: string;
  readonly assumptions: readonly {
    readonly name: string;
    readonly holds: boolean;
    /** In our own words. */
    readonly saw: string;
    /** What was said, without what names anybody. */
    readonly exchanges: readonly unknown[];
  }[];
};

/** Holds the assumptions about a provider against it, one after another. */
export async function certify(
  account: ProviderAccount,
  assumptionsOf: (account: ProviderAccount) => readonly Assumption[],
): Promise<Certificate> {
  const recorder = await recordExchanges(account.baseUrl);
  const assumptions: Certificate['assumptions'][number][] = [];
  try {
    for (const { name, prove } of assumptionsOf({ ...account, baseUrl: recorder.url })) {
      const { holds, saw } = await prove();
      const exchanges = recorder.exchanges.splice(0).map((exchange: SeenExchange) => redact(exchange));
      assumptions.push({ name, holds, saw, exchanges });
    }
  } finally {
    recorder.close();
  }
  return { provider: account.provider, date: new Date().toISOString(), assumptions };
}
