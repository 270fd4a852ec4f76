import { heldCauses } from '#domain/reviews/review-causes';
import type { CardTesting } from '#domain/configuration/configuration';
import type { Bank } from '#domain/transaction/challenge';
import type { Echoed } from '#domain/transaction/echoed';
import type { Transaction } from '#domain/transaction/transaction';
import type { Money } from '#domain/values/money';
import type { ReadOf } from '../entities/columns.js';
import type { TransactionEntity } from '../entities/transaction.js';
import type { Database } from '../database.js';
import { transactionColumns } from './transaction-row.js';

/**
 * Everything a new transaction is registered with, its personal and card data encrypted. Times are Postgres' own: given
 * are durations from the registration, in milliseconds.
 */
export type Registration = Pick<
  Transaction,
  | keyof Echoed
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
  | 'status'
  | 'meta'
  | 'bank'
  | 'locale'
  | 'redirectUrl'
  | 'cancelUrl'
  | 'errorUrl'
  | 'callbackUrl'
  | 'plan'
  | 'payment'
  | 'paymentReference'
  | 'reason'
  | 'traceparent'
> & {
  /** Maximum number of payouts of the project that are not final; undefined: unlimited. */
  readonly payoutsInFlightMax: number | undefined;
  /** Of a refund the database computes it: the share of its payment's (contract §15.3). */
  readonly billing: Money | undefined;
  /** Of its first route. */
  readonly provider: string;
  readonly decision: RoutingDecision;
  readonly contentFingerprint: Buffer;
  /** To be submitted at once; otherwise its page must be posted first, or its bank chosen. */
  readonly isDue: boolean;
  /** A person has to approve it: it is registered with the review that asks for it. */
  readonly held: keyof typeof heldCauses | undefined;
  /** How long it can be paid, or its input be given. */
  readonly payableMs: number;
  /** A payout without a bank code offers these and waits for one of them to be chosen. */
  readonly banks: readonly Bank[] | undefined;
  /** Absent: now. Only what is registered for a test is older. */
  readonly createdAt?: Date;
  /** A refund has no personal data. */
  readonly personalCiphertext: Buffer | undefined;
  readonly card: VaultedCard | undefined;
  /** Of a payment by card in a project that guards against card testing. */
  readonly guard: CardGuard | undefined;
  /** How long the first call may take to answer (contract §4). */
  readonly answerOpenMs: number;
  readonly firstRecoveryMs: number;
};

/** Why its plan has these routes. Kept for ever, and free of customer and card data. */
export type RoutingDecision = {
  readonly configurationVersion: number;
  /** Every route of the project, chosen or rejected, and why. */
  readonly candidates: readonly object[];
};

/** For whom a declined card is counted, as keyed hashes, and the project's current terms. */
export type CardGuard = {
  readonly customer: string | undefined;
  readonly address: string | undefined;
  readonly terms: CardTesting;
};

export type VaultedCard = {
  /** Of the vault's key that it is sealed to. */
  readonly keyId: string;
  readonly cardCiphertext: Buffer;
  readonly cvvCiphertext: Buffer;
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
 * payouts of the project are in flight, `GW007` when less is left of a refund's payment, `GW008` when that takes no further refund, `GW006` when the card-testing guard takes no card now, and the reference stays
 * free. Locks are taken in one order: the reference, the guard's customer and address (0040), counted limits (0010), what is
 * left of a refund's payment, payouts in flight and the balance (0005).
 */
export async function registerTransaction(
  database: Pick<Database, 'sql'>,
  registration: Registration,
): Promise<boolean> {
  const { card, banks, guard, decision, held } = registration;
  const { names, values } = transactionColumns.insert(columnsToWrite(registration));
  const timing = JSON.stringify(registration.plan.timing);
  const rows = await database.sql<unknown[]>`
    with registered as (
      insert into transactions (${() => names}, timings_key, submit_due_at, payable_until, created_at)
      values (${() => values}, substring(sha256(convert_to(${timing}::jsonb::text, 'UTF8')) for 16),
        case when ${registration.isDue} then now() end,
        now() + ${registration.payableMs}::float8 * interval '1 millisecond', coalesce(${registration.createdAt}::timestamptz, now()))
      on conflict on constraint transactions_reference_key do nothing
      returning identifier, timings_key
    ), timed as (
      -- What is there already is found by its index: nothing is written, and nothing locked.
      insert into timings (key, content) select timings_key, ${timing}::jsonb from registered
      on conflict do nothing
    ), personal as (
      insert into personal_data (identifier, box)
      select identifier, ${registration.personalCiphertext}::bytea
      from registered where ${registration.personalCiphertext !== undefined}
    ), vault as (
      insert into card_vault (identifier, key_id, card_box, cvv_box, expires_at)
      select identifier, ${card?.keyId}::uuid, ${card?.cardCiphertext}::bytea, ${card?.cvvCiphertext}::bytea,
        now() + ${card?.keptMs}::float8 * interval '1 millisecond'
      from registered where ${card !== undefined}
    ), offered as (
      insert into bank_code_challenges (identifier, banks)
      select identifier, ${banks && JSON.stringify(banks)}::jsonb from registered where ${banks !== undefined}
    ), held as (
      insert into reviews (identifier, cause, evidence)
      select identifier, ${held && heldCauses[held]}, jsonb_build_object('providerReference', identifier || '-1', 'outcome', 'open')
      from registered where ${held !== undefined}
    ), decided as (
      insert into routing_decisions (identifier, configuration_version, candidates)
      select identifier, ${decision.configurationVersion}::integer, ${JSON.stringify(decision.candidates)}::jsonb
      from registered
    ), guarded as (
      insert into guarded_payments (identifier, customer, address, terms)
      select identifier, ${guard?.customer}, ${guard?.address}, ${guard && JSON.stringify(guard.terms)}::jsonb
      from registered where ${guard !== undefined}
    ), under_way as (
      insert into cards_under_way (identifier, project, customer, address, terms, is_entered)
      select identifier, ${registration.project}, ${guard?.customer}, ${guard?.address},
        ${guard && JSON.stringify(guard.terms)}::jsonb, false
      from registered where ${guard !== undefined && card !== undefined}
    ), answer as (
      insert into idempotency_records (identifier, state, open_until)
      select identifier, 'open', now() + ${registration.answerOpenMs}::float8 * interval '1 millisecond' from registered
    ), recovery as (
      insert into recoveries (identifier, due_at)
      select identifier, now() + ${registration.firstRecoveryMs}::float8 * interval '1 millisecond' from registered
    )
    select identifier from registered`;
  return rows.length === 1;
}

/** What is known before the statement runs; times are Postgres' own. */
function columnsToWrite({
  plan: { timing: _timing, ...plan },
  billing,
  bank,
  banks,
  card,
  decision: _decision,
  guard: _guard,
  isDue: _isDue,
  held: _held,
  payableMs: _payableMs,
  createdAt: _createdAt,
  personalCiphertext: _personalCiphertext,
  answerOpenMs: _answerOpenMs,
  firstRecoveryMs: _firstRecoveryMs,
  ...columns
}: Registration): Partial<ReadOf<TransactionEntity>> {
  // A member that is no column does not compile.
  const named: Partial<Pick<ReadOf<TransactionEntity>, keyof typeof columns>> = columns;
  return {
    ...named,
    plan,
    billingAmount: billing?.amount,
    billingCurrency: billing?.currency,
    statusSource: 'api',
    challenge: banks && { type: 'bank_code', banks },
    bankCode: bank?.code,
    bankName: bank?.name,
    cardFirst6: card?.first6,
    cardLast4: card?.last4,
    cardBrand: card?.brand,
    cardFingerprint: card?.fingerprint,
  };
}
