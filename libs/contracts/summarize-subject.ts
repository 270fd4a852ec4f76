import type { TransactionSubject } from '#domain/transaction/transaction';

/** A name in a summary is cut at so many characters: Temporal refuses a start whose summary has more than 400 bytes. */
const nameMax = 32;

/** What the Temporal UI shows of a workflow beside its id: `ideal 10.10 EUR, demo, order-1`. */
export function summarizeSubject({
  method,
  amount,
  currency,
  merchant,
  reference,
}: Pick<TransactionSubject, 'method' | 'amount' | 'currency' | 'merchant' | 'reference'>): string {
  return `${method} ${amount} ${currency}, ${cut(merchant)}, ${cut(reference)}`;
}

function cut(name: string): string {
  const characters = [...name];
  return characters.length > nameMax ? `${characters.slice(0, nameMax - 1).join('')}…` : name;
}
