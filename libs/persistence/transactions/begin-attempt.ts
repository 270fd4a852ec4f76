import { sendWithinMs } from '#domain/transaction/plan';
import type { Block } from '#domain/risk/block';
import type { Attempt, Transaction } from '#domain/transaction/transaction';
import { databaseClock, type DatabaseClock } from '../database-clock.js';
import type { StoredCard } from '../card-vault/sealed-card.js';
import type { Database } from '../database.js';
import {
  readAttempt,
  readTransaction,
  selectTiming,
  type AttemptRow,
  type TransactionRow,
} from './transaction-row.js';

/** A transaction that is loaded to be submitted. */
export type SubmitSubject = {
  readonly transaction: Transaction;
  /** The attempt that the caller, and no other run, may send; undefined: none was begun. */
  readonly attempt: Attempt | undefined;
  /** Time in milliseconds after the call of `beginAttempt` within which the attempt may be sent (contract §9). */
  readonly sendWithinMs: number;
  /** The MID at which the next attempt is due, also if it was excluded. */
  readonly dueMid: string | undefined;
  /** Due for longer than `timing.submit_max_age`: no further attempt begins. */
  readonly isTooOld: boolean;
  /** A refund that had to wait, and no longer fits what is left of its payment: no attempt begins. */
  readonly isOverdrawn: boolean;
  readonly clock: DatabaseClock;
  /** All other attempts, oldest first. */
  readonly earlier: readonly Attempt[];
  readonly personalCiphertext: Buffer | undefined;
  readonly storedCard: StoredCard | undefined;
  /** Keyed hash of the card number. */
  readonly cardFingerprint: Buffer | undefined;
  /** Keyed hash of the address from which a guarded payment's card was entered, or else of its customer's address. */
  readonly guardedAddress: string | undefined;
  /** Blocks of the card-testing guard on its customer or address, which may be newer than those in memory. */
  readonly guardBlocks: readonly Block[];
  /** The bank that was chosen for a payout that offered several. */
  readonly bankCode: string | undefined;
};

type BeginOptions = {
  /** MIDs at which no attempt is begun now. */
  readonly excludedMids?: readonly string[];
  /** MIDs whose provider must be prepared: an attempt begins as `preparing` there. */
  readonly preparedMids?: readonly string[];
};

/**
 * Loads a transaction and, if it is due, writes the row of its next attempt. The row is committed before the provider is
 * called and written once, so that an attempt whose row exists is never sent by another run (contract §9). A next attempt is
 * due while every earlier one has certainly ended without money (`not_sent`, or `declined` with the cause `soft` or `retry`), a
 * route is left, and the transaction is not older than its submit limit. After `retry` it takes the same route again, with the
 * next card of the page. A route whose MID has no room in its limits is skipped: a trigger makes its attempt `not_sent` from the
 * start. `preparing` gives no right to send; `sendPrepared` does. An attempt that is `preparing` already is begun again.
 *
 * - `planned`: timings of the transaction's plan
 * - `earlier`: attempts so far
 * - `due`: number of the next attempt, if one is due, and the index of its route; locks the transaction, so that it cannot end
 *   meanwhile
 * - `next`: route of that index; MID and provider are null if there is none
 * - `begun`: writes the attempt, unless its MID is excluded
 * - `resumed`: an attempt that is still `preparing`
 * - `watched`: brings the first recovery forward, because a page may be posted long after the registration
 */
export async function beginAttempt(
  database: Database,
  identifier: string,
  { excludedMids = [], preparedMids = [] }: BeginOptions = {},
): Promise<SubmitSubject | undefined> {
  const [row] = await database.sql<Row[]>`
    with planned as materialized (
      select ${() => selectTiming} from transactions where identifier = ${identifier}
    ), earlier as (
      select * from attempts where identifier = ${identifier}
    ), due as (
      select identifier, coalesce((select max(n) from earlier), 0) + 1 as n, plan,
        (select count(*) from earlier where cause is null or cause <> 'retry')::integer as route,
        now() + (timing->'lookupMs'->>0)::float8 * interval '1 millisecond' as look_up_at,
        least((timing->>'providerCallMs')::float8, (timing->>'settleMs')::float8 / 2) as send_within
      from transactions cross join planned
      where identifier = ${identifier} and status = 'pending'
        and not exists (
          select from earlier
          where not (state = 'not_sent' or (state = 'declined' and cause in ('soft', 'retry'))))
        and submit_due_at > now() - (timing->>'submitMaxAgeMs')::float8 * interval '1 millisecond'
        and not ${() => isOverdrawn}
      for no key update of transactions
    ), next as (
      select identifier, n, plan->'routes'->route->>'provider' as provider, plan->'routes'->route->>'mid' as mid,
        send_within
      from due
    ), begun as (
      insert into attempts (identifier, n, provider, mid, provider_reference, state, send_by)
      select identifier, n, provider, mid, identifier || '-' || n,
        case when mid = any(${preparedMids}::text[]) then 'preparing' else 'sending' end,
        case when mid <> all(${preparedMids}::text[])
          then clock_timestamp() + send_within * interval '1 millisecond' end
      from next where mid <> all(${excludedMids}::text[])
      on conflict do nothing
      returning *
    ), resumed as (
      select earlier.* from earlier join transactions using (identifier) cross join planned
      where earlier.state = 'preparing' and transactions.status = 'pending' and earlier.mid <> all(${excludedMids}::text[])
        and submit_due_at > now() - (timing->>'submitMaxAgeMs')::float8 * interval '1 millisecond'
        and not ${() => isOverdrawn}
    ), watched as (
      update recoveries set step = 0, due_at = look_up_at from due
      where recoveries.identifier = due.identifier and due_at > look_up_at and exists (select from begun)
    )
    select transactions.*, timing, personal_data.box as personal_ciphertext, card_box, cvv_box, bank_code_challenges.bank_code as chosen_bank_code,
      vault_keys.id as key_id, public_key, vault_private_keys.box as key_ciphertext,
      guarded_payments.address as guarded_address,
      (select jsonb_agg(jsonb_build_object('kind', kind, 'value', value, 'expires', expires_at)) from blocks
       where value = any(array[guarded_payments.customer, guarded_payments.address]) and by_guard
         and applies_to @> array[transactions.project] and expires_at > now()
         and not exists (select from block_removals where block = blocks.id)) as guard_blocks, clock_timestamp() as read_at,
      submit_due_at <= now() - (timing->>'submitMaxAgeMs')::float8 * interval '1 millisecond' as is_too_old,
      ${() => isOverdrawn} as is_overdrawn,
      (select to_jsonb(begun) from begun) as begun, (select to_jsonb(resumed) from resumed) as resumed,
      coalesce((select mid from next), (select mid from earlier where state = 'preparing')) as due_mid,
      (select jsonb_agg(to_jsonb(earlier) order by n) from earlier) as earlier
    from transactions cross join planned
      left join personal_data using (identifier)
      left join bank_code_challenges using (identifier)
      left join guarded_payments using (identifier)
      left join card_vault on card_vault.identifier = transactions.identifier and expires_at > now()
      left join vault_keys on vault_keys.id = card_vault.key_id
      left join vault_private_keys on vault_private_keys.id = card_vault.key_id
    where transactions.identifier = ${identifier}`;
  if (!row) return undefined;
  const earlier = (row.earlier ?? []).map(readAttempt);
  const written = row.begun ? readAttempt(row.begun) : undefined;
  const resumed = row.resumed ? readAttempt(row.resumed) : undefined;
  const attempt = resumed ?? (written?.state === 'not_sent' ? undefined : written);
  const read = readTransaction(row);
  // The row was read before the trigger that counts a new attempt as a further revision.
  const transaction = written ? { ...read, revision: read.revision + 1 } : read;
  return {
    transaction,
    sendWithinMs: sendWithinMs(transaction.plan.timing),
    isTooOld: row.is_too_old === true,
    isOverdrawn: row.is_overdrawn,
    clock: databaseClock(row.read_at),
    attempt,
    dueMid: row.due_mid ?? undefined,
    earlier: [...earlier, ...(written ? [written] : [])].filter(({ n }) => n !== attempt?.n),
    personalCiphertext: row.personal_ciphertext ?? undefined,
    storedCard: readStoredCard(row),
    cardFingerprint: row.card_fingerprint ?? undefined,
    guardedAddress: row.guarded_address ?? undefined,
    guardBlocks: (row.guard_blocks ?? []).map(({ kind, value, expires }) => ({
      kind,
      value,
      scope: 'project',
      appliesTo: [transaction.project],
      expires: new Date(expires).toISOString(),
      byGuard: true,
    })),
    bankCode: row.chosen_bank_code ?? undefined,
  };
}

/** SQL: more went back of a refund's payment than was paid since the refund was registered, and the refund had to wait. */
const isOverdrawn = `(transactions.type = 'refund' and transactions.submit_due_at > transactions.created_at and exists (
  select from refund_totals where refund_totals.payment = transactions.payment
    and refunded + provider_refunded + charged_back > paid))`;

function readStoredCard(row: Row): StoredCard | undefined {
  const {
    card_box: cardCiphertext,
    cvv_box: cvvCiphertext,
    key_id: id,
    public_key: publicKey,
    key_ciphertext: ciphertext,
  } = row;
  if (!cardCiphertext || !cvvCiphertext) return undefined;
  return {
    cardCiphertext,
    cvvCiphertext,
    key: id && publicKey && ciphertext ? { id, publicKey, ciphertext } : undefined,
  };
}

type Row = TransactionRow & {
  readonly personal_ciphertext: Buffer | null;
  readonly card_box: Buffer | null;
  readonly cvv_box: Buffer | null;
  readonly key_id: string | null;
  readonly public_key: Buffer | null;
  readonly key_ciphertext: Buffer | null;
  readonly card_fingerprint: Buffer | null;
  readonly guarded_address: string | null;
  readonly guard_blocks:
    readonly { readonly kind: Block['kind']; readonly value: string; readonly expires: string }[] | null;
  readonly chosen_bank_code: string | null;
  readonly begun: AttemptRow | null;
  readonly resumed: AttemptRow | null;
  readonly read_at: Date;
  readonly is_too_old: boolean | null;
  readonly is_overdrawn: boolean;
  readonly due_mid: string | null;
  readonly earlier: AttemptRow[] | null;
};
