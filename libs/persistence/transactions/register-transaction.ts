import type { CardTesting } from '#domain/configuration';
import type { Bank, Challenge } from '#domain/transaction/challenge';
import type { Transaction } from '#domain/transaction/transaction';
import type { Database } from '../database.js';

/**
 * Everything a new transaction is registered with. Boxes are sealed before they come here. Times are Postgres' own: what
 * is given is how long something lasts from the registration, in milliseconds.
 */
export type Registration = Pick<
  Transaction,
  | 'identifier'
  | 'requestId'
  | 'type'
  | 'merchant'
  | 'project'
  | 'reference'
  | 'method'
  | 'style'
  | 'mode'
  | 'currency'
  | 'amount'
  | 'billing'
  | 'status'
  | 'description'
  | 'meta'
  | 'locale'
  | 'redirectUrl'
  | 'cancelUrl'
  | 'errorUrl'
  | 'callbackUrl'
  | 'plan'
> & {
  /** A payout beyond so many of its project that are not final is refused; undefined: any number. */
  readonly payoutsInFlightMax: number | undefined;
  /** Of its first route. */
  readonly provider: string;
  readonly decision: RoutingDecision;
  readonly contentFingerprint: Buffer;
  /** To be sent at once; otherwise its page is to be posted first, or its bank to be chosen. */
  readonly isDue: boolean;
  /** How long it can be paid, or made ready, from its registration. */
  readonly payableMs: number;
  /** A payout without a bank code offers these and waits for one of them to be chosen. */
  readonly banks: readonly Bank[] | undefined;
  /** Absent: now. Only what is registered for a test is older. */
  readonly createdAt?: Date;
  readonly personalBox: Buffer;
  readonly card: VaultedCard | undefined;
  /** Of a payment by card in a project that guards against card testing. */
  readonly guard: CardGuard | undefined;
  /** So long the first call may still be answering (contract §4). */
  readonly answerOpenMs: number;
  readonly firstSweepMs: number;
};

/** Why it goes where its plan says. Kept for good, and free of what the customer or the card is. */
export type RoutingDecision = {
  readonly configurationVersion: number;
  /** Every route of the project, taken or left, and why. */
  readonly candidates: readonly object[];
};

/** Whom a declined card counts for, as keyed hashes, and the project's terms as they are now. */
export type CardGuard = {
  readonly customer: string | undefined;
  readonly address: string | undefined;
  readonly terms: CardTesting;
};

export type VaultedCard = {
  /** Of the vault's key that it is sealed to. */
  readonly keyId: string;
  readonly cardBox: Buffer;
  readonly cvvBox: Buffer;
  /** How long it is kept at most, in milliseconds. */
  readonly keptMs: number;
  readonly first6: string;
  readonly last4: string;
  readonly brand: string;
  readonly fingerprint: Buffer | undefined;
};

/**
 * Registers a transaction with everything it needs to survive a crash, in one statement. The insert that reserves the
 * reference decides every race: false means that another request was first, and nothing was written. A payout reserves
 * its funds in the same statement: the error of Postgres is `GW001` when they do not suffice, `GW002` when too many
 * payouts of the project are in flight, and the reference stays free.
 */
export async function registerTransaction(
  database: Pick<Database, 'sql'>,
  it: Registration,
): Promise<boolean> {
  const { card, banks, guard } = it;
  const challenge: Challenge | undefined = banks && { type: 'bank_code', banks };
  const rows = await database.sql<unknown[]>`
    with registered as (
      insert into transactions (
        identifier, request_id, type, merchant, project, reference, method, style, mode, currency, amount,
        billing_amount, billing_currency, payouts_in_flight_max,
        status, status_source, description, meta, locale, redirect_url, cancel_url, error_url, callback_url,
        challenge, provider, plan, content_fingerprint, submit_due_at, payable_until, created_at,
        card_first6, card_last4, card_brand, card_fingerprint)
      values (
        ${it.identifier}, ${it.requestId}, ${it.type}, ${it.merchant}, ${it.project}, ${it.reference},
        ${it.method}, ${it.style}, ${it.mode}, ${it.currency}, ${it.amount},
        ${it.billing.amount}, ${it.billing.currency}, ${it.payoutsInFlightMax},
        ${it.status}, 'api', ${it.description}, ${it.meta}, ${it.locale}, ${it.redirectUrl}, ${it.cancelUrl},
        ${it.errorUrl}, ${it.callbackUrl},
        ${challenge && JSON.stringify(challenge)}, ${it.provider}, ${JSON.stringify(it.plan)}, ${it.contentFingerprint},
        case when ${it.isDue} then now() end, now() + ${it.payableMs}::float8 * interval '1 millisecond',
        coalesce(${it.createdAt}::timestamptz, now()),
        ${card?.first6}, ${card?.last4}, ${card?.brand}, ${card?.fingerprint})
      on conflict on constraint transactions_reference_key do nothing
      returning identifier
    ), personal as (
      insert into personal_data (identifier, box) select identifier, ${it.personalBox} from registered
    ), vault as (
      insert into card_vault (identifier, key_id, card_box, cvv_box, expires_at)
      select identifier, ${card?.keyId}::uuid, ${card?.cardBox}::bytea, ${card?.cvvBox}::bytea,
        now() + ${card?.keptMs}::float8 * interval '1 millisecond'
      from registered where ${card !== undefined}
    ), offered as (
      insert into bank_code_challenges (identifier, banks)
      select identifier, ${banks && JSON.stringify(banks)}::jsonb from registered where ${banks !== undefined}
    ), decided as (
      insert into routing_decisions (identifier, configuration_version, candidates)
      select identifier, ${it.decision.configurationVersion}::integer, ${JSON.stringify(it.decision.candidates)}::jsonb
      from registered
    ), guarded as (
      insert into guarded_payments (identifier, customer, address, terms)
      select identifier, ${guard?.customer}, ${guard?.address}, ${guard && JSON.stringify(guard.terms)}::jsonb
      from registered where ${guard !== undefined}
    ), answer as (
      insert into answers (identifier, state, open_until)
      select identifier, 'open', now() + ${it.answerOpenMs}::float8 * interval '1 millisecond' from registered
    ), sweep as (
      insert into sweeps (identifier, next_sweep_at)
      select identifier, now() + ${it.firstSweepMs}::float8 * interval '1 millisecond' from registered
    )
    select identifier from registered`;
  return rows.length === 1;
}
