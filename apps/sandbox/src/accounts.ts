import type { ScenarioName } from './orders/scenarios.js';

/** A merchant account at this provider. */
export type Account = {
  readonly id: string;
  /** Signs requests and notifications; shared with the account's owner. */
  readonly secret: string;
  /** Card numbers that mean something else here than in the common table. */
  readonly cardScenarios: Readonly<Record<string, ScenarioName>>;
};

/** Development accounts of our own face. The second one approves the card that the first one declines softly. */
const accounts: readonly Account[] = [
  { id: 'acct_demo', secret: 'sandbox_secret_demo', cardScenarios: {} },
  {
    id: 'acct_second',
    secret: 'sandbox_secret_second',
    cardScenarios: { '4000000000009995': 'success' },
  },
];

/** The account with this id, if there is one. */
export function findAccount(id: string): Account | undefined {
  return accounts.find((account) => account.id === id);
}
