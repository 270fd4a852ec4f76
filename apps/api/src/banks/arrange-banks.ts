import type { Bank } from '#domain/transaction/challenge';

/** Banks of one or several countries as a merchant is shown them: by name, each code once. */
export function arrangeBanks(banks: readonly Bank[]): readonly Bank[] {
  const sorted = banks.toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
  return sorted.filter((bank, index) => sorted.findIndex(({ code }) => code === bank.code) === index);
}
