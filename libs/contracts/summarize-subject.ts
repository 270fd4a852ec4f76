import type { TransactionSubject } from '#domain/transaction/transaction';

/** Maximum length of a name in a summary: Temporal refuses a start whose summary has more than 400 bytes. */
const nameMax = 32;

/** The summary of a workflow in the Temporal UI: `ideal 10.10 EUR, demo, order-1`, `refund 4.50 EUR, demo, r-1 of order-1`. */
export function summarizeSubject({
  method,
  amount,
  currency,
  merchant,
  reference,
  paymentReference,
}: Omit<TransactionSubject, 'identifier' | 'type'>): string {
  const [what, of] = paymentReference ? ['refund', ` of ${cut(paymentReference)}`] : [method, ''];
  return `${what} ${amount} ${currency}, ${cut(merchant)}, ${cut(reference)}${of}`;
}

function cut(name: string): string {
  const characters = [...name];
  return characters.length > nameMax ? `${characters.slice(0, nameMax - 1).join('')}…` : name;
}
