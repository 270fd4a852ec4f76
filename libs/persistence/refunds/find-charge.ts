import type { Money } from '#domain/values/money';
import type { Database } from '../database.js';

/** The attempt that took the money of a successful payment. */
export type Charge = {
  readonly provider: string;
  readonly mid: string;
  readonly providerReference: string;
  readonly providerId?: string;
  readonly money: Money;
};

/** The charge of a payment by its identifier: the attempt that ended it, or the last one where an operator did. */
export async function findCharge(
  database: Pick<Database, 'sql'>,
  payment: string,
): Promise<Charge | undefined> {
  const [row] = await database.sql<ChargeRow[]>`
    select attempts.provider, mid, provider_reference, provider_id, currency, amount
    from attempts join transactions using (identifier)
    where identifier = ${payment} order by state = 'final' desc, n desc limit 1`;
  return row && readCharge(row);
}

type ChargeRow = {
  readonly provider: string;
  readonly mid: string;
  readonly provider_reference: string;
  readonly provider_id: string | null;
  readonly currency: string;
  readonly amount: string;
};

function readCharge(row: ChargeRow): Charge {
  return {
    provider: row.provider,
    mid: row.mid,
    providerReference: row.provider_reference,
    ...(row.provider_id !== null && { providerId: row.provider_id }),
    money: { amount: row.amount, currency: row.currency },
  };
}

/** What identifies a refund at a provider that keeps no reference of ours (contract §15.4). */
export type RefundTraces = {
  readonly charge: Charge;
  /** The provider must have made it between these instants by its own clock. */
  readonly madeFrom: Date;
  readonly madeUntil: Date;
  /** The provider's ids of the payment's other refunds: ours, and those of its panel that nobody doubts. */
  readonly knownIds: readonly string[];
};

/** How far a provider's clock may be from ours; many tell only the second. */
const clockSkewMs = 5_000;

/** Undefined if the refund has no attempt, or its payment no charge. */
export async function findRefundTraces(
  database: Pick<Database, 'sql'>,
  refund: { readonly identifier: string; readonly payment: string; readonly settleMs: number },
): Promise<RefundTraces | undefined> {
  const charge = await findCharge(database, refund.payment);
  const [row] = await database.sql<{ from: Date; until: Date; known: string[] | null }[]>`
    select started_at - ${clockSkewMs} * interval '1 millisecond' as "from",
      coalesce(send_by, started_at) + (${refund.settleMs}::float8 + ${clockSkewMs}) * interval '1 millisecond' as "until",
      array(
        select other.provider_id from attempts as other join transactions using (identifier)
        where payment = ${refund.payment} and identifier <> ${refund.identifier} and other.provider_id is not null
        union all
        select word.key from reversal_words as word join reversals using (reversal_id)
        where word.identifier = ${refund.payment} and word.kind = 'provider_refund' and state = 'posted'
      ) as known
    from attempts where identifier = ${refund.identifier} order by n desc limit 1`;
  if (!charge || !row) return undefined;
  return { charge, madeFrom: row.from, madeUntil: row.until, knownIds: row.known ?? [] };
}
