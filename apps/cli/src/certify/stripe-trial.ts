import type { ProviderAccount } from '#gateway/connectors/connector';
import { openBench, type Patience } from './stripe-trial-bench.js';
import { assumptionOf } from './stripe-trial-point.js';
import { accountPoints, forPersons } from './stripe-trial-account.js';
import { amountPoints } from './stripe-trial-amounts.js';
import { cardPoints } from './stripe-trial-cards.js';
import { methodPoints } from './stripe-trial-methods.js';
import { moneyBackPoints } from './stripe-trial-money-back.js';
import { pagePoints } from './stripe-trial-pages.js';
import type { Assumption, Trial } from './trial.js';

/** What Stripe simulates three minutes later has come after four. */
export const stripeTrial: Trial = createStripeTrial({ pauseMs: 1_000, slowMs: 240_000 });

/** What only a key can settle (docs/providers/stripe.md). */
export function createStripeTrial(patience: Patience): Trial {
  return {
    baseUrl: 'https://api.stripe.com',
    credentials: {
      secret_key: { variable: 'STRIPE_SECRET_KEY', isOfTest: (key) => /^[sr]k_test_/.test(key) },
    },
    assumptionsOf: (account) => assumptionsOf(account, patience),
  };
}

function assumptionsOf(account: ProviderAccount, patience: Patience): readonly Assumption[] {
  const bench = openBench(account, patience);
  const points = [
    ...accountPoints,
    ...cardPoints,
    ...pagePoints,
    ...methodPoints,
    ...amountPoints,
    ...moneyBackPoints,
  ];
  return [
    ...points.map((point) => assumptionOf(point, bench)),
    {
      name: 'nothing that this has made is left open',
      asks: 'an end of all that is still open, and its state',
      believed: '0 open',
      async prove() {
        const left = await bench.close();
        return { holds: left === 0, saw: `${left} open` };
      },
    },
    ...forPersons,
  ];
}
