import type { ScenarioName } from './orders/scenarios.js';

/** A merchant account at this provider. */
export type Account = {
  readonly id: string;
  /** Signs requests and notifications; shared with the account's owner. */
  readonly secret: string;
  /** Card numbers that mean something else here than in the common table. */
  readonly cardScenarios: Readonly<Record<string, ScenarioName>>;
  /** Refunds have no reference of the merchant here: they are found in the list of their charge. */
  readonly forgetsRefundOrders?: boolean;
};

/**
 * Development accounts of our own face. `acct_second` approves the card that the others decline softly. `acct_others` belongs to
 * the MIDs without statements. One whose name ends in `_list` keeps no references of refunds.
 */
const accounts: readonly Account[] = [
  { id: 'acct_demo', secret: 'sandbox_secret_demo', cardScenarios: {} },
  {
    id: 'acct_second',
    secret: 'sandbox_secret_second',
    cardScenarios: { '4000000000009995': 'success' },
  },
  { id: 'acct_others', secret: 'sandbox_secret_demo', cardScenarios: {} },
  {
    id: 'acct_demo_list',
    secret: 'sandbox_secret_demo',
    cardScenarios: {},
    forgetsRefundOrders: true,
  },
];

export function allAccounts(): readonly Account[] {
  return accounts;
}

/** The account with this id, if there is one. */
export function findAccount(id: string): Account | undefined {
  return accounts.find((account) => account.id === id);
}
