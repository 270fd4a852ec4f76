import type { ReportSubject } from '#domain/transaction/decide';
import type { StatementBooks } from '#domain/transaction/compare-statement';
import type { TransactionType } from '#domain/transaction/status';
import type { AttemptEntity } from '../entities/attempt.js';
import type { Database } from '../database.js';

/** The MID whose account the statement is of, and its period. */
export type StatementOf = {
  readonly type: TransactionType;
  readonly provider: string;
  readonly mid: string;
  readonly from: Date;
  readonly to: Date;
};

/** The recorded state for a statement: the transactions that it names, and those of its period that it must name. */
export async function findStatementBooks(
  database: Database,
  { type, provider, mid, from, to }: StatementOf,
  providerReferences: readonly string[],
): Promise<StatementBooks> {
  const subjects = new Map<string, ReportSubject>();
  for (let start = 0; start < providerReferences.length; start += batchSize) {
    const named = providerReferences.slice(start, start + batchSize);
    const rows = await database.sql<SubjectRow[]>`
      select named.provider_reference as "providerReference",
        jsonb_build_object('type', type, 'status', status, 'statusSource', status_source,
          'amount', amount::text, 'currency', currency) as transaction,
        (select jsonb_agg(jsonb_build_object('n', n, 'provider', provider, 'state', state,
            'providerReference', provider_reference) order by n)
         from attempts where attempts.identifier = named.identifier) as attempts
      from attempts as named join transactions using (identifier)
      where named.provider = ${provider} and named.provider_reference = any(${named}::text[])`;
    for (const { providerReference, ...subject } of rows) subjects.set(providerReference, subject);
  }
  const expected = await database.sql<Pick<AttemptEntity, 'providerReference'>[]>`
    select provider_reference as "providerReference" from attempts join transactions using (identifier)
    where mid = ${mid} and attempts.provider = ${provider} and type = ${type}
      and attempts.finished_at >= ${from} and attempts.finished_at < ${to}
      and state = 'final' and evidence->>'outcome' = 'success'
    order by attempts.finished_at`;
  return { provider, subjects, expected: expected.map(({ providerReference }) => providerReference) };
}

const batchSize = 1_000;

type SubjectRow = ReportSubject & Pick<AttemptEntity, 'providerReference'>;
