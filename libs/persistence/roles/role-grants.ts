import { echoed } from '#domain/transaction/echoed';

/**
 * The processes that have a role of their own in Postgres, `<database>_<name>`, and `finance`, as which the worker and the
 * commands of finance write statements (contract §16): no other role may. Migrations run as the owner of the tables.
 */
export const roleNames = ['api', 'worker', 'checkout', 'admin', 'staff', 'finance'] as const;
export type RoleName = (typeof roleNames)[number];

/** Roles that an installation may do without, and what then does not happen. All others are required. */
export const optionalRoles: Readonly<Partial<Record<RoleName, string>>> = {
  finance: 'no statement is imported, no difference decided and no month closed',
};

/**
 * What each role may do with one table or view, as Postgres reads it: verbs, with the columns where it is not all of them.
 * A role that is not named may do nothing. Only with columns does `update` not lock the table as a whole.
 */
type Grants = Readonly<Partial<Record<RoleName, string>>>;

/** Columns of what the merchant reads back unchanged: a new field of that kind is one entry of `echoed`. */
const echoedColumns = Object.keys(echoed)
  .map((property) => property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
  .join(', ');

/** Columns that a create call writes. The others are written later. */
const registered = `${echoedColumns}, identifier, request_id, type, merchant, project, reference, method, style, mode, currency, amount,
  billing_amount, billing_currency, payouts_in_flight_max, status, status_source, meta, card_first6,
  card_last4, card_brand, card_fingerprint, bank_code, bank_name, locale, redirect_url, cancel_url, error_url,
  callback_url, challenge, provider, plan, timings_key, content_fingerprint, submit_due_at, payable_until, created_at,
  traceparent, payment, payment_reference, reason`;

/** Columns that a customer's page changes: the page was opened, a form had mistakes, it was posted. */
const posted = `status, status_source, submit_due_at, revision, progressed_at, opened_at, payable_until, faulty_forms,
  card_first6, card_last4, card_brand, card_fingerprint`;

/** Only `definerFunctions` write them. */
const readByAll: Grants = {
  api: 'select',
  worker: 'select',
  admin: 'select',
  staff: 'select',
  finance: 'select',
};

/** Tables that finance writes once and others read. */
const writtenByFinance: Grants = { ...readByAll, finance: 'select, insert' };

/**
 * All tables and views, with the grants that each role needs; a new table is added here. No role may empty a table.
 * Bookings, counters and history are written only by `definerFunctions`, so that no role needs a grant for them, except
 * for the top-ups of `admin`. Triggers (`migrations/baseline/role-bounds.ts`) limit which rows and values the checkout,
 * the api and staff may write.
 */
export const roleGrants: Readonly<Record<string, Grants>> = {
  api_key_revision: { api: 'select', worker: 'select', admin: 'select' },
  api_keys: {
    api: 'select, update (last_used_at)',
    worker: 'select, update (last_used_at)',
    admin: 'select, insert, update',
  },
  attempts: {
    api: 'select',
    worker: 'select, insert, update',
    checkout: 'select',
    admin: 'select',
    staff: 'select',
    finance: 'select',
  },
  audit_log: { worker: 'select', admin: 'select', staff: 'select, insert (actor, action, subject, details)' },
  audit_seals: { worker: 'select, insert', admin: 'select', staff: 'select' },
  bank_code_challenges: { api: 'select, insert (identifier, banks)', worker: 'select, update' },
  bank_lines: { worker: 'select', admin: 'select', staff: 'select', finance: 'select, insert' },
  bank_lists: { api: 'select, insert, update (provider, country, banks, fetched_at)' },
  block_removals: { api: 'select', worker: 'select', admin: 'select, insert' },
  blocks: { api: 'select', worker: 'select', admin: 'select, insert' },
  card_vault: {
    api: 'insert (identifier, key_id, card_box, cvv_box, expires_at)',
    worker: 'select, delete',
    checkout: 'insert (identifier, key_id, card_box, cvv_box, expires_at)',
  },
  cards_under_way: {
    api: 'insert (identifier, project, customer, address, terms, is_entered)',
    checkout: 'insert (identifier, project, customer, address, terms, is_entered)',
  },
  circuits: {
    api: 'select, update (probe_due_at)',
    worker: 'select, insert, update, delete',
    staff: 'select',
  },
  configurations: { api: 'select', worker: 'select', admin: 'select, insert' },
  declined_cards: { worker: 'select, delete' },
  delivery_attempts: { api: 'select', worker: 'insert', staff: 'select' },
  difference_decisions: { worker: 'select', admin: 'select', staff: 'select', finance: 'select, insert' },
  differences: {
    worker: 'select, update (step, next_sweep_at)',
    admin: 'select',
    staff: 'select',
    finance: 'select, insert, update',
  },
  endpoints: {
    api: 'select, insert (endpoint, resumed_at, next_release_at, probe_ms, callback_rate), update (resumed_at, next_release_at)',
    worker: 'select, insert, update, delete',
    admin: 'select, insert, update',
    staff: 'select',
  },
  events: {
    api: 'select',
    worker: 'select, insert, update',
    checkout: 'select',
    admin: 'select',
    staff: 'select',
    finance: 'select',
  },
  guarded_payments: {
    api: 'insert (identifier, customer, address, terms)',
    worker: 'select',
    checkout: 'select, update (address)',
  },
  idempotency_records: {
    api: 'select, insert (identifier, state, open_until), update (state, open_until, answered_calls)',
    worker: 'select',
    checkout: 'select',
  },
  late_lookups: { worker: 'select, insert, update, delete', staff: 'select' },
  ledger_balances: { api: 'select', admin: 'select', staff: 'select', finance: 'select' },
  ledger_entries: { api: 'select', admin: 'select, insert', staff: 'select', finance: 'select' },
  ledger_postings: { admin: 'select', finance: 'select' },
  ledger_proofs: { worker: 'select', admin: 'insert', staff: 'select' },
  limit_claims: { admin: 'select', finance: 'select' },
  limit_counters: { api: 'select', worker: 'select, delete', admin: 'select', finance: 'select' },
  lookups: { worker: 'select, insert', admin: 'select', staff: 'select', finance: 'select' },
  mid_turns: {
    api: 'select, insert, update (period, taken), delete',
    worker: 'select, insert, update, delete',
  },
  // Each process holds the schema against its build when it starts.
  migrations: { api: 'select', worker: 'select', checkout: 'select', staff: 'select' },
  month_parts: { worker: 'select', admin: 'select', staff: 'select', finance: 'select' },
  open_configurations: { checkout: 'select' },
  open_places: { api: 'select', worker: 'select' },
  operator_decisions: { worker: 'select, insert', admin: 'select', staff: 'select', finance: 'select' },
  payouts_in_flight: { admin: 'select', finance: 'select' },
  period_balances: writtenByFinance,
  period_reports: writtenByFinance,
  period_requests: { admin: 'select', staff: 'select', finance: 'select, insert' },
  periods: { api: 'select', worker: 'select', admin: 'select', staff: 'select', finance: 'select, insert' },
  personal_data: { api: 'select, insert (identifier, box), update (transfer_box)', worker: 'select, delete' },
  provider_entries: readByAll,
  provider_events: {
    api: 'select, insert (id, provider, event_id, provider_reference, identifier, evidence, repetition_key)',
    worker: 'select, update',
    admin: 'select',
    staff: 'select',
    finance: 'select',
  },
  provider_sum_marks: readByAll,
  provider_sums: readByAll,
  provider_transit: readByAll,
  rate_windows: { api: 'select, insert, update (second, leased)' },
  recoveries: {
    api: 'select, insert (identifier, due_at), update (due_at, suspicions, suspicion_due_at, asked_at)',
    worker: 'select, insert, update, delete',
    checkout: 'select, update (due_at)',
    staff: 'select',
  },
  redeliveries: {
    api: 'select, insert (event_id, endpoint, committed_in)',
    worker: 'select, update, delete',
    admin: 'select, insert',
  },
  redelivery_orders: { admin: 'select, insert' },
  refund_totals: readByAll,
  reversal_words: { worker: 'select, insert', admin: 'select', staff: 'select', finance: 'select' },
  reversals: {
    api: 'select',
    worker: 'select, insert, update (state, counted, posted_at)',
    admin: 'select',
    staff: 'select',
    finance: 'select',
  },
  reviews: {
    api: 'select, insert (identifier, cause, evidence)',
    worker: 'select, insert, update',
    admin: 'select',
    staff: 'select',
    finance: 'select',
  },
  routing_decisions: { api: 'insert', staff: 'select' },
  settlements: {
    api: 'select',
    worker: 'select',
    admin: 'select',
    staff: 'select',
    finance: 'select, insert, update (lines, lines_net)',
  },
  statement_balances: { worker: 'select', admin: 'select', staff: 'select', finance: 'select, insert' },
  statement_files: writtenByFinance,
  statement_lines: {
    api: 'select',
    worker: 'select',
    admin: 'select',
    staff: 'select',
    finance: 'select, insert, update (settlement, value_on)',
  },
  statement_matches: writtenByFinance,
  status_history: {
    api: 'select',
    worker: 'select',
    checkout: 'select',
    admin: 'select',
    staff: 'select',
    finance: 'select',
  },
  shown_configurations: { staff: 'select' },
  success_lookups: { worker: 'select, insert, update, delete', staff: 'select' },
  switches: { api: 'select', admin: 'select, insert', staff: 'select' },
  temporal_namespace: { worker: 'select, insert, update' },
  timings: { api: 'select, insert', worker: 'select', checkout: 'select', staff: 'select' },
  transactions: {
    api: `select, insert (${registered})`,
    worker: 'select, update',
    checkout: `select, update (${posted})`,
    admin: 'select',
    staff: 'select',
    finance: 'select',
  },
  transfer_details: {
    api: 'select, insert (identifier, fingerprint, next_sweep_at)',
    worker: 'select, update',
  },
  transit_departures: readByAll,
  transit_sums: readByAll,
  vault_keys: { api: 'select', worker: 'select, insert', checkout: 'select' },
  vault_private_keys: { worker: 'select, insert' },
  // The names of idempotency_records and recoveries in releases before 1.0 (docs/decisions/0050).
  answers: {
    api: 'select, insert (identifier, state, open_until), update (state, open_until, answered_calls)',
    worker: 'select',
    checkout: 'select',
  },
  sweeps: {
    api: 'select, insert (identifier, next_sweep_at), update (next_sweep_at, suspicions, suspicion_due_at, asked_at)',
    worker: 'select, insert, update, delete',
    checkout: 'select, update (next_sweep_at)',
  },
};

/**
 * Trigger functions that write what the role that caused them may not. They run as the owner, on a fixed search path, and
 * no role may use them in triggers of its own.
 */
export const definerFunctions = [
  'append_history',
  'audit_change',
  'audit_configuration',
  'bound_card',
  'bound_entry',
  'bound_page',
  'bound_review',
  'claim_limits',
  'claim_refund',
  'close_books',
  'close_refund',
  'count_api_key_change',
  'count_reversal',
  'end_personal_data',
  'give_limits_back',
  'move_balance',
  'move_limits',
  'move_transit',
  'note_departures',
  'post_adjustment',
  'post_at_provider',
  'post_matches',
  'post_reversal',
  'post_reversal_at_provider',
  'refuse_closed_month',
  'reserve_payout',
  'take_card',
  'watch_declined_card',
  'watch_declined_try',
  'write_off',
] as const;

/**
 * Functions that do as the owner what no role may: have the provider of an ended transaction asked, remove what was deleted from the files of the card vault, hold the
 * audit log still for a moment, make the next months of the tables that are kept in months, and add up the provider books.
 */
export const calledFunctions: Readonly<Record<string, readonly RoleName[]>> = {
  'ask_about_success(uuid[], double precision[])': ['api'],
  'audit_position()': ['worker'],
  'destroy_vault_keys(bigint, bigint)': ['worker'],
  'empty_card_vault()': ['worker'],
  'make_months()': ['worker'],
  'sum_provider_entries(text, integer)': ['worker'],
  'sum_provider_transit(text, integer)': ['worker'],
};
