import type { ProviderAccount } from '#gateway/connectors/connector';
import { recordExchanges, type SeenExchange } from './record-exchanges.js';
import { redact, withoutTexts } from './redact.js';
import type { Proof, Trial } from './trial.js';

export type Certificate = {
  readonly provider: string;
  readonly date: string;
  readonly assumptions: readonly Certified[];
};

export type Certified = Proof & {
  readonly name: string;
  readonly asks?: string;
  readonly believed?: string;
  /** The exchanges with the provider, without personal data and secrets. */
  readonly exchanges: readonly unknown[];
};

/** Checks the assumptions about a provider against its test mode, one after another. */
export async function certify(
  account: ProviderAccount,
  { assumptionsOf, credentials }: Pick<Trial, 'assumptionsOf' | 'credentials'>,
): Promise<Certificate> {
  const recorder = await recordExchanges(account.baseUrl);
  const secrets = Object.keys(credentials).flatMap((name) => account.credentials[name] ?? []);
  const assumptions: Certified[] = [];
  try {
    for (const { prove, ...about } of assumptionsOf({ ...account, baseUrl: recorder.url })) {
      const proof = await prove();
      const exchanges = recorder.exchanges
        .splice(0)
        .map((exchange: SeenExchange) => withoutTexts(redact(exchange), secrets));
      assumptions.push({ ...about, ...proof, exchanges });
    }
  } finally {
    recorder.close();
  }
  return { provider: account.provider, date: new Date().toISOString(), assumptions };
}

/** It was tried, and is not so. */
export function isRefuted(certified: Certified): boolean {
  return 'holds' in certified && !certified.holds;
}
