import type { TransactionStatus } from '#domain/transaction/status';
import type { RowOf } from '../entities/columns.js';
import type { TransactionEntity } from '../entities/transaction.js';
import type { Database } from '../database.js';
import type { VaultedCard } from './register-transaction.js';

/**
 * Makes our form the challenge of an H2H payment without its card. False if the form was offered or posted before. The
 * form's address is derived from the identifier and not stored.
 */
export async function offerForm(database: Database, identifier: string): Promise<boolean> {
  const rows = await database.sql<unknown[]>`
    with offered as (
      update transactions set status = 'created', status_source = 'api', revision = revision + 1,
        progressed_at = clock_timestamp()
      where identifier = ${identifier} and status = 'pending' and submit_due_at is null and tries = 0
      returning identifier
    )
    select identifier from offered`;
  return rows.length === 1;
}

/** Whether a payment has ended longer ago than this. */
export async function endedLongAgo(database: Database, identifier: string, forMs: number): Promise<boolean> {
  const rows = await database.sql<unknown[]>`
    select 1 from transactions where identifier = ${identifier}
      and finished_at < clock_timestamp() - ${forMs}::float8 * interval '1 millisecond'`;
  return rows.length === 1;
}

/** Records that the customer has opened the page: a payment whose page is never opened ends at the stage `intention`. */
export async function markOpened(database: Database, identifier: string): Promise<void> {
  await database.sql`
    update transactions set opened_at = clock_timestamp()
    where identifier = ${identifier} and submit_due_at is null and finished_at is null and opened_at is null`;
}

/**
 * Records that the customer has posted the page: the payment is due to be submitted from then on, once, with this card. The
 * row decides between a double click, a second tab and the expiry of the page; `posted` is true for the first only. A form that
 * was shown before the last decline is not accepted: its customer has not seen that decline. Fails with
 * Postgres' error `GW006`, and changes nothing, if the card-testing guard accepts no card now.
 */
export async function postHostedPage(
  database: Database,
  identifier: string,
  page: {
    readonly card: VaultedCard | undefined;
    /** Time to pay from now on, in milliseconds. */
    readonly payableMs: number;
    /** Keyed hash of the browser's address. */
    readonly address: string | undefined;
    /** With more faulty forms, concurrent ones included, the page accepts no card. */
    readonly faultyFormsMax: number | undefined;
    /** The form was shown after this number of declined cards. */
    readonly tries: number;
  },
): Promise<{ readonly posted: boolean; readonly status: TransactionStatus | undefined }> {
  const card = page.card;
  const [row] = await database.sql<{ posted: boolean; status: TransactionStatus | null }[]>`
    with posted as (
      update transactions set status = 'pending', status_source = 'customer', submit_due_at = clock_timestamp(),
        revision = revision + 1, progressed_at = clock_timestamp(), opened_at = coalesce(opened_at, clock_timestamp()), payable_until = now() + ${page.payableMs}::float8 * interval '1 millisecond',
        card_first6 = ${card?.first6}, card_last4 = ${card?.last4}, card_brand = ${card?.brand},
        card_fingerprint = ${card?.fingerprint}
      where identifier = ${identifier} and submit_due_at is null and finished_at is null and payable_until > now()
        and tries = ${page.tries}::integer and (${card === undefined} or faulty_forms <= coalesce(${page.faultyFormsMax}::integer, faulty_forms))
      returning identifier, status, project
    ), vault as (
      insert into card_vault (identifier, key_id, card_box, cvv_box, expires_at)
      select identifier, ${card?.keyId}::uuid, ${card?.cardCiphertext}::bytea, ${card?.cvvCiphertext}::bytea,
        now() + ${card?.keptMs}::float8 * interval '1 millisecond'
      from posted where ${card !== undefined}
    ), under_way as (
      insert into cards_under_way (identifier, project, customer, address, terms, is_entered)
      select identifier, posted.project, customer, coalesce(${page.address}, address), terms, true
      from posted join guarded_payments using (identifier) where ${card !== undefined}
    ), guarded as (
      -- The browser's address is more reliable than the customer's address from the merchant.
      update guarded_payments set address = coalesce(${page.address}, address)
      where identifier in (select identifier from posted)
    ), soon as (
      update recoveries set due_at = least(due_at, now() + interval '5 seconds')
      where identifier in (select identifier from posted)
    )
    select exists (select from posted) as posted,
      coalesce((select status from posted), (select status from transactions where identifier = ${identifier})) as status`;
  return { posted: row?.posted ?? false, status: row?.status ?? undefined };
}

/** Counts a faulty card form of the payment, and returns their number. */
export async function countFaultyForm(database: Database, identifier: string): Promise<number> {
  const [row] = await database.sql<Pick<RowOf<TransactionEntity>, 'faulty_forms'>[]>`
    with counted as (
      update transactions set faulty_forms = faulty_forms + 1
      where identifier = ${identifier} and submit_due_at is null and finished_at is null
      returning faulty_forms
    )
    select faulty_forms from counted`;
  return row?.faulty_forms ?? 0;
}

/** Stores the fingerprint of a card that was entered on our page, once, while the payment is open. */
export async function noteCardFingerprint(
  database: Database,
  identifier: string,
  fingerprint: Buffer,
): Promise<void> {
  await database.sql`
    update transactions set card_fingerprint = ${fingerprint}
    where identifier = ${identifier} and card_fingerprint is null and card_first6 is not null
      and finished_at is null`;
}
