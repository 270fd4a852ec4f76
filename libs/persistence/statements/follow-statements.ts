import type { ReportedReversal, ReversalKind } from '#domain/refunds/reversal';
import type { Database } from '../database.js';
import type { Counted } from '../entities/columns.js';
import { recordReversals } from '../refunds/record-reversals.js';

/** A reversal that a line has told, and its transaction. */
type ToldByLine = {
  readonly identifier: string;
  readonly account: string;
  readonly provider: string;
  readonly reversal: ReportedReversal;
};

/**
 * Records the reversals that lines tell and that no line has told before, as `gateway_worker`: refunds made in the provider's
 * panel, and chargebacks and returns, whether another way has told them or not (contract §15.8, §16.4). Each is recorded once,
 * and each way that tells it adds its word. Returns the MIDs whose lines may find their match now: `rematchLines` matches them, as
 * the role that may.
 */
export async function recordToldReversals(
  database: Database,
  { limit }: { readonly limit: number },
): Promise<readonly string[]> {
  const told = await listTold(database, limit);
  for (const { identifier, provider, reversal } of told)
    await recordReversals(database, { identifier, provider, way: 'statement', told: [reversal] });
  return [...new Set(told.map(({ account }) => account))];
}

/**
 * Lines that the books already have come first: a further line of the same amount tells of a further reversal. Money that went
 * out comes before money that came back. Open ones are told again, because the doubt about them may be gone: their key recognises
 * them.
 */
async function listTold(database: Database, limit: number): Promise<readonly ToldByLine[]> {
  const rows = await database.sql<ToldRow[]>`
    with line as (
      select 1 as place, matches.line_id, matches.identifier, entry_kind as kind
      from statement_matches as matches
      where reversal_id <> '' and matched_at > now() - interval '7 days' and source = 'provider'
        and not exists (select from reversal_words
          where reversal_words.reversal_id = matches.reversal_id and way = 'statement')
      union all
      select 2, line_id, identifier, entry_kind from differences
      where class = 'reversal' and state = 'open' and line_id is not null and identifier is not null
    ), named as (
      select line.place, line.identifier, line.kind, told.account, told.booked_on, told.line_id, gross, currency, provider_id,
        line_key
      from line join statement_lines as told using (line_id)
      -- By chance, so that those whose doubt stays do not keep the others waiting.
      order by place, random() limit ${limit}
    )
    select named.identifier, account, attempt.provider, provider_reference as "providerReference", kind,
      -- The refund's own id, unless the line names the payment instead: several refunds of it have lines of their own.
      case when kind = 'provider_refund' and named.provider_id is distinct from attempt.provider_id
        then coalesce(named.provider_id, line_key) else line_key end as key,
      gross::text as amount, currency, named.provider_id as "providerId"
    from named cross join lateral mid_of(named.identifier) as attempt
    order by place, kind in ('chargeback', 'provider_refund') desc, booked_on, line_id`;
  return rows.map(({ identifier, account, provider, kind, providerId, ...told }) => ({
    identifier,
    account,
    provider,
    reversal: {
      ...told,
      kind: kinds[kind],
      ...(kinds[kind].startsWith('chargeback') && providerId !== null && { case: providerId }),
    },
  }));
}

type ToldRow = Pick<ToldByLine, 'identifier' | 'account' | 'provider'> &
  Pick<ReportedReversal, 'providerReference' | 'key' | 'amount' | 'currency'> & {
    readonly kind: keyof typeof kinds;
    readonly providerId: string | null;
  };

const kinds = {
  provider_refund: 'provider_refund',
  chargeback: 'chargeback',
  chargeback_won: 'chargeback_won',
  refund_returned: 'returned',
  payout_returned: 'returned',
} as const satisfies Readonly<Record<string, ReversalKind>>;

/**
 * Open transactions that a line says are paid: their providers are to be asked, as about those that an unsigned callback
 * names (`takeSuspicions`).
 */
export async function listPaidByLines(database: Database): Promise<readonly string[]> {
  const rows = await database.sql<{ identifier: string }[]>`
    select distinct identifier from differences join transactions using (identifier)
    where class = 'status' and differences.state = 'open' and finished_at is null`;
  return rows.map(({ identifier }) => identifier);
}

/**
 * Raises the review of each transaction that a line contradicts (contract §16.4): at once for its money, a second line, or an
 * end without success here; for an open one when the line still says so after `patienceMs`. Once for each difference.
 */
export async function raiseStatementReviews(
  database: Database,
  { patienceMs }: { readonly patienceMs: number },
): Promise<number> {
  const [row] = await database.sql<Counted[]>`
    with contradicted as (
      select differences.identifier, 'statement: ' || class as cause,
        jsonb_build_object('providerReference', coalesce(attempt.provider_reference, differences.identifier || '-1'),
          'outcome', 'success', 'amount', differences.amount::text, 'currency', differences.currency) as evidence
      from differences join transactions using (identifier) left join lateral mid_of(differences.identifier) as attempt on true
      -- A part has no review: a person works on the one that stands for all of them.
      where differences.state = 'open' and part_of is null and class in ('status', 'amount', 'currency', 'twice')
        and (class <> 'status' or transactions.finished_at is not null
          or differences.opened_at < now() - ${patienceMs}::float8 * interval '1 millisecond')
    ), raised as (
      insert into reviews (identifier, cause, evidence)
      select * from contradicted where not exists (select from reviews where reviews.identifier = contradicted.identifier
        and reviews.cause = contradicted.cause and reviews.evidence = contradicted.evidence)
      returning identifier
    )
    select count(*)::integer as count from raised`;
  return row?.count ?? 0;
}
