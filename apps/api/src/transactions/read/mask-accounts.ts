const accounts: readonly string[] = ['account_number', 'account'];
const charactersShown = 4;

/** Requisites of a payout as a merchant may see them again: account number and PIX key by their last four (contract §8). */
export function maskAccounts(requisites: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(requisites).map(([name, value]) => [
      name,
      accounts.includes(name) ? masked(value) : value,
    ]),
  );
}

function masked(account: string): string {
  const hidden = Math.max(0, account.length - charactersShown);
  return '*'.repeat(hidden) + account.slice(hidden);
}
