import { finalStates, groupBy, type Run, type Violation } from './chaos-run.js';
import type { Evidence, TransactionSeen } from './gather-evidence.js';
import { outcomeOf } from './operation-log.js';

/** How much goes back of a payment, where it goes, and what a cancel ends: contract §15.1 and §15.3 from outside. */
export function checkRefunds({ operations, evidence }: Pick<Run, 'operations' | 'evidence'>): Violation[] {
  const halfway = operations.filter(
    (operation) =>
      operation.kind === 'cancel' &&
      outcomeOf(operation) === 'ok' &&
      !finalStates.includes(operation.answer?.state ?? ''),
  );
  return [
    ...sumsAtProvider(evidence),
    ...sumsInBooks(evidence),
    ...uncovered(evidence),
    ...strangers(evidence),
    ...halfway.map(({ reference, answer }) => ({
      invariant: 'a confirmed cancel has ended the refund',
      detail: `${reference}: was answered as ${answer?.state ?? 'nothing'}`,
    })),
  ];
}

/** At no moment more than was paid, plus what had come back by then. */
function sumsAtProvider({ orders, givenBack }: Evidence): Violation[] {
  const charges = new Map(orders.map((order) => [order.order, order]));
  return [...groupBy(givenBack, ({ charge }) => charge)].flatMap(([charge, changes]) => {
    const paid = units(charges.get(charge)?.moved ?? '0');
    let gone = 0;
    let most = 0;
    for (const { amount } of changes) {
      gone += units(amount);
      most = Math.max(most, gone);
    }
    return most <= paid
      ? []
      : [
          {
            invariant: 'no more goes back of a payment than was paid and came back',
            detail: `${charge}: ${most / unitsPerOne} of ${paid / unitsPerOne}`,
          },
        ];
  });
}

/** The refunds that count, which are those that may still succeed and those that did, less what of them came back. */
function sumsInBooks({ transactions, reversals }: Evidence): Violation[] {
  const returned = groupBy(
    reversals.filter(({ kind }) => kind === 'returned'),
    ({ identifier }) => identifier,
  );
  const backOf = (identifier: string) =>
    (returned.get(identifier) ?? []).reduce((sum, { counted }) => sum + units(counted), 0);
  const payments = new Map(transactions.map((transaction) => [transaction.identifier, transaction]));
  const counting = transactions.filter(({ type, status }) => type === 'refund' && counts(status));
  return [...groupBy(counting, ({ payment }) => payment ?? '')].flatMap(([identifier, refunds]) => {
    const payment = payments.get(identifier);
    const isPaid = payment?.type === 'payment' && payment.status === 'success';
    const paid = isPaid ? units(payment.amount) : 0;
    const gone = refunds.reduce((sum, refund) => sum + units(refund.amount) - backOf(refund.identifier), 0);
    return gone <= paid
      ? []
      : [
          {
            invariant: 'refunds that count are never more than was paid',
            detail: `${payment?.reference ?? ''} (${identifier}): ${gone / unitsPerOne} of ${paid / unitsPerOne}`,
          },
        ];
  });
}

/** What the provider says when it no longer has the money of a charge. */
const moreThanLeft = 'MORE_THAN_LEFT';

/** We know what is left before we ask the provider, unless something else has taken money of the charge. */
function uncovered({ words, transactions, corrections }: Evidence): Violation[] {
  const payments = new Map(transactions.map(({ identifier, payment }) => [`${identifier}-1`, payment]));
  const taken = new Set(corrections.map(({ identifier }) => identifier));
  return words
    .filter(({ order, reason }) => reason === moreThanLeft && !taken.has(payments.get(order) ?? ''))
    .map(({ order }) => ({
      invariant: 'no refund is sent for which the provider has too little of its payment',
      detail: `${order}: ${moreThanLeft}`,
    }));
}

function counts(status: TransactionSeen['status']): boolean {
  return status === 'success' || !finalStates.includes(status);
}

/** Refunds at the provider that are of another payment than ours, or at another account. */
function strangers({ transactions, orders }: Evidence): Violation[] {
  const charges = new Map(orders.map((order) => [order.order, order]));
  const payments = new Map(transactions.map(({ identifier, payment }) => [identifier, payment]));
  return orders
    .filter(({ kind }) => kind === 'refund')
    .filter(({ identifier, of = '', account }) => {
      const charge = charges.get(of);
      return (
        charge?.kind !== 'charge' ||
        charge.account !== account ||
        charge.identifier !== payments.get(identifier)
      );
    })
    .map(({ order, of = '', account }) => ({
      invariant: 'a refund gives back its own payment where that was paid',
      detail: `${order} is of ${of}, at ${account}`,
    }));
}

const unitsPerOne = 10_000;

/** Amounts as whole numbers: currencies have up to four decimals here. */
export function units(amount: string | number): number {
  return Math.round(Number(amount) * unitsPerOne);
}
