import type { ProviderAccount } from '#gateway/connectors/connector';
import { recordExchanges, type SeenExchange } from './record-exchanges.js';
import { redact } from './redact.js';
import type { Trial } from './trial.js';

export type Certificate = {
  readonly provider: string;
  readonly date: string;
  readonly assumptions: readonly {
    readonly name: string;
    readonly holds: boolean;
    /** In our own words. */
    readonly saw: string;
    /** The exchanges with the provider, without personal data. */
    readonly exchanges: readonly unknown[];
  }[];
};

/** Checks the assumptions about a provider against its test mode, one after another. */
export async function certify(
  account: ProviderAccount,
  { assumptionsOf }: Pick<Trial, 'assumptionsOf'>,
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
