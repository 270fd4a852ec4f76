/** A table whose rows are kept month by month, by the time that its key begins with. */
export type MonthTable = {
  /** Of the transaction, of the event, of the line of a statement, or of what an entry of the provider books follows from. */
  readonly key: 'identifier' | 'event_id' | 'line_id' | 'cause';
  /**
   * Why a month may not be dropped yet: selects `what` and `id` of what is open between the bounds $1 and $2 of its part.
   */
  readonly open: readonly string[];
};

const within = (column: string) => `(${column} >= $1::uuid or $1::uuid is null) and ${column} < $2::uuid`;
const eventWithin = '(event_id >= $1::text or $1::text is null) and event_id < $2::text';

/** What may still add to the history of a transaction, or need it. */
const openTransactions = [
  `select 'transaction that is not final' as what, identifier::text as id from transactions
    where finished_at is null and ${within('identifier')}`,
  `select 'open review of', identifier::text from reviews where closed_at is null and ${within('identifier')}`,
  `select 'late look-up of', identifier::text from late_lookups where ${within('identifier')}`,
  `select 'report that was not applied, of', identifier::text from provider_events
    where applied_at is null and ${within('identifier')}`,
  `select 'callback that was not delivered, of', identifier::text from events
    where state in ('pending', 'paused') and ${within('identifier')}`,
  `select 'recovery of', identifier::text from recoveries where ${within('identifier')}`,
];
const openEvents = [
  `select 'callback that was not delivered' as what, event_id as id from events
    where state in ('pending', 'paused') and ${eventWithin}`,
  `select 'callback that is sent again', event_id from redeliveries where ${eventWithin}`,
];
const openLines = [
  `select 'open difference of line' as what, line_id::text as id from differences
    where state = 'open' and ${within('line_id')}`,
  `select 'settlement that has not arrived, line', line_id::text from settlements
    where bank_line is null and ${within('line_id')}`,
  `select 'line of a month that is not closed', line_id::text from statement_lines
    where booked_on >= coalesce((select max(until) from periods), '-infinity') and ${within('line_id')}`,
];
const openEntries = [
  ...openTransactions,
  `select 'entry of a month that is not closed, of', cause::text from provider_entries
    where posted_at >= coalesce((select max(until) from periods), '-infinity') and ${within('cause')}`,
  `select 'open difference of', identifier::text from differences
    where state = 'open' and ${within('identifier')}`,
];

/** In the order in which their months go. */
export const monthTables: Readonly<Record<string, MonthTable>> = {
  delivery_attempts: { key: 'event_id', open: openEvents },
  lookups: { key: 'identifier', open: openTransactions },
  provider_entries: { key: 'cause', open: openEntries },
  routing_decisions: { key: 'identifier', open: openTransactions },
  statement_lines: { key: 'line_id', open: openLines },
  statement_matches: { key: 'line_id', open: openLines },
  status_history: { key: 'identifier', open: openTransactions },
};

/** The first instant of the UTC month of `at`, or of the month `later` months after it. */
export function startOfMonth(at: Date, later = 0): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later));
}

/** The least key of that time or later: identifiers are UUIDv7, events are named after one, and lines begin like one. */
export function textAt(key: MonthTable['key'], at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  return key === 'event_id' ? `evt_${time}` : `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

/** Takes what comes late for months that are gone. */
export function partBefore(table: string): string {
  return `${table}_before`;
}
