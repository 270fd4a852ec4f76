/** Types with a method of their own, for which a route is chosen. */
export const routedTypes = ['payment', 'payout'] as const;
export type RoutedType = (typeof routedTypes)[number];
/** A refund takes method, MID and provider from its payment (contract §15). */
export const transactionTypes = [...routedTypes, 'refund'] as const;
export type TransactionType = (typeof transactionTypes)[number];

/**
 * Whether the money of a transaction of this type leaves us. Such a transaction is never sent twice: it has no second route
 * after a decline, "not found" never ends it, it does not expire, and an operator's decision on it takes two (contract §9).
 */
export function paysOut(type: TransactionType): boolean {
  return type !== 'payment';
}

export const styles = ['h2h', 'hpp'] as const;
export type Style = (typeof styles)[number];

/** Specification §3. */
export const transactionStatuses = [
  'new',
  'created',
  'pending',
  'success',
  'declined',
  'error',
  'expired',
] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

export const finalStatuses = ['success', 'declined', 'error', 'expired'] as const;
export type FinalStatus = (typeof finalStatuses)[number];

export function isFinal(status: TransactionStatus): status is FinalStatus {
  return (finalStatuses as readonly string[]).includes(status);
}

/** The cause of a change of status (contract §8, `history[].source`). */
export const statusSources = [
  'api',
  'provider',
  'lookup',
  'customer',
  'merchant',
  'timer',
  'operator',
] as const;
export type StatusSource = (typeof statusSources)[number];

/** The allowed next statuses per status. Transactions of this type never have a status that is missing here. */
export type StatusTable = { readonly start: readonly TransactionStatus[] } & {
  readonly [status in TransactionStatus]?: readonly TransactionStatus[];
};

/**
 * Contract §9. `pending` → `created` happens once, when the first challenge is stored; the table alone does not say so.
 * The database repeats this table in a trigger.
 */
export const transitions = {
  payment: {
    start: ['new', 'pending'],
    new: ['pending', ...finalStatuses],
    pending: ['created', ...finalStatuses],
    created: ['pending', ...finalStatuses],
    success: [],
    declined: [],
    error: [],
    expired: [],
  },
  payout: {
    start: ['pending'],
    pending: ['success', 'declined', 'error'],
    success: [],
    declined: [],
    error: [],
  },
  refund: {
    start: ['pending'],
    pending: ['success', 'declined', 'error'],
    success: [],
    declined: [],
    error: [],
  },
} as const satisfies Readonly<Record<TransactionType, StatusTable>>;

/** Whether a transaction may move. Keeping its status is not a move: the same final state written twice is a no-op. */
export function mayMove(
  type: TransactionType,
  from: TransactionStatus | 'start',
  to: TransactionStatus,
): boolean {
  const table: StatusTable = transitions[type];
  return table[from]?.includes(to) ?? false;
}

/** Called at start-up. Throws if a table has an unreachable state, an unknown one, a move out of a final one, or no final one. */
export function assertNoUnreachableStates(
  tables: Readonly<Record<TransactionType, StatusTable>> = transitions,
): void {
  for (const type of transactionTypes) assertSound(type, tables[type]);
}

function assertSound(type: TransactionType, table: StatusTable): void {
  const reached = reachableFrom('start', table);
  for (const [status, next] of rowsOf(table)) {
    if (!reached.has(status)) throw new Error(`${type}: status ${status} is unreachable`);
    if (isFinal(status) && next.length > 0) throw new Error(`${type}: final ${status} has a way out`);
    if (!isFinal(status) && ![...reachableFrom(status, table)].some(isFinal)) {
      throw new Error(`${type}: status ${status} never ends`);
    }
  }
  for (const status of reached) {
    if (table[status] === undefined) throw new Error(`${type}: status ${status} has no row`);
  }
}

type Row = [TransactionStatus, readonly TransactionStatus[]];

function rowsOf(table: StatusTable): Row[] {
  return Object.entries(table).filter((row): row is Row => row[0] !== 'start');
}

function reachableFrom(from: TransactionStatus | 'start', table: StatusTable): Set<TransactionStatus> {
  const reached = new Set<TransactionStatus>(table[from]);
  for (const status of reached) {
    for (const next of table[status] ?? []) reached.add(next);
  }
  return reached;
}
