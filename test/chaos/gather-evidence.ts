import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { Client as PostgresClient, type QueryResultRow } from 'pg';
import type { TransactionType } from '#domain/transaction/status';
import { createDatabase } from '#persistence/database';
import { proveLedger } from '#persistence/ledger/prove-ledger';
import { timing } from '#persistence/transactions/transaction-row';
import type { ChaosStack } from './chaos-stack.js';
import { readJournal, type Journal } from './read-journal.js';
import { readLines } from './read-lines.js';
import { wordsQuery, type WordSeen } from './read-words.js';

/** Everything that witnesses say after a run, each in its own words: our books, the provider's, the merchant's. */
export type Evidence = Journal & {
  readonly transactions: readonly TransactionSeen[];
  readonly attempts: readonly AttemptSeen[];
  readonly history: readonly { readonly identifier: string; readonly status: string }[];
  readonly events: readonly EventSeen[];
  readonly reviews: readonly { readonly identifier: string; readonly cause: string }[];
  readonly reversals: readonly ReversalSeen[];
  /** Reviews because of what a provider told about money after a success: its kind, and the provider's key of it. */
  readonly reversalReviews: readonly Pick<ReversalSeen, 'identifier' | 'kind' | 'key'>[];
  readonly recoveries: readonly string[];
  /** Ended because the provider knew nothing: a payout or refund, or without enough such answers after its settle time (contract §9). */
  readonly hastyEnds: readonly string[];
  /** What providers have said and no workflow has looked at. */
  readonly unheard: readonly string[];
  readonly cardsInVault: number;
  /** What of the provider's words is written down. */
  readonly words: readonly WordSeen[];
  readonly callbacks: readonly CallbackSeen[];
  /** What the proof of the books finds wrong (contract §13). */
  readonly bookDifferences: readonly string[];
  /** Identifiers of transactions with a running workflow. */
  readonly openWorkflows: readonly string[];
};

type AttemptSeen = {
  readonly identifier: string;
  readonly n: number;
  readonly state: string;
  readonly provider: string;
  /** When it was known to be over. */
  readonly over_at: Date | null;
};
export type TransactionSeen = {
  readonly identifier: string;
  readonly request_id: string;
  readonly type: TransactionType;
  readonly reference: string;
  readonly status: string;
  readonly amount: string;
  readonly callback_url: string | null;
  readonly finished: boolean;
  readonly milliseconds: number | null;
  readonly has_choice: boolean;
  /** The bank that was chosen when several were offered. */
  readonly bank_code: string | null;
  /** Identifier of the payment that a refund is of. */
  readonly payment: string | null;
  /** A refund that is sent once an earlier one of its payment has its id or its end. */
  readonly is_waiting: boolean;
  readonly created_at: Date;
  readonly finished_at: Date | null;
};
export type EventSeen = {
  readonly event_id: string;
  readonly identifier: string;
  readonly body: string;
  readonly state: string;
  /** Its place in the merchant's feed: decimal text of a 64-bit number. */
  readonly committed_in: string;
  /** Of the event of a reversal. */
  readonly reversal_id: string | null;
};
type ReversalSeen = {
  readonly reversal_id: string;
  readonly identifier: string;
  readonly kind: string;
  readonly amount: string;
  /** The part that counts in the sums. */
  readonly counted: string;
  readonly state: string;
  /** The provider's own key. */
  readonly key: string | null;
};
export type CallbackSeen = {
  readonly valid: boolean;
  readonly eventId: string;
  readonly digest: string;
  readonly body: Readonly<Record<string, unknown>>;
};

export async function gatherEvidence(chaos: ChaosStack): Promise<Evidence> {
  const sandbox = chaos.stack.environment['SANDBOX_DATA'] ?? '';
  const { transactions } = await readBooks(chaos.stack.postgres.url);
  const unfinished = transactions.filter(({ finished }) => !finished).map(({ identifier }) => identifier);
  const openWorkflows = await readLastingWorkflows(chaos, new Set(unfinished));
  const [books, bookDifferences, journal, atStripe, callbacks] = await Promise.all([
    readBooks(chaos.stack.postgres.url),
    ledgerDifferences(chaos.stack.postgres.url),
    readJournal(join(sandbox, 'journal.ndjson')),
    chaos.stripe?.readJournal(),
    readCallbacks(join(sandbox, 'callbacks.ndjson')),
  ]);
  return { ...books, ...joinJournals(journal, atStripe), bookDifferences, callbacks, openWorkflows };
}

/** Of a transaction with attempts at both, each journal has its own. */
function joinJournals(one: Journal, other: Journal | undefined): Journal {
  if (!other) return one;
  return {
    orders: [...one.orders, ...other.orders],
    corrections: [...one.corrections, ...other.corrections],
    givenBack: [...one.givenBack, ...other.givenBack],
  };
}

async function readBooks(url: string) {
  const client = new PostgresClient({ connectionString: url });
  await client.connect();
  try {
    const rows = async <Row extends QueryResultRow>(sql: string) => (await client.query<Row>(sql)).rows;
    return {
      transactions: await rows<TransactionSeen>(`
        select identifier, request_id, type, reference, status, amount::text, callback_url,
          finished_at is not null as finished,
          (extract(epoch from finished_at - created_at) * 1000)::float8 as milliseconds,
          banks is not null as has_choice, bank_code_challenges.bank_code,
          transactions.payment, waits_for is not null and submit_due_at is null as is_waiting,
          transactions.created_at, transactions.finished_at
        from transactions left join bank_code_challenges using (identifier)`),
      attempts: await rows<AttemptSeen>(
        'select identifier, n, state, provider, finished_at as over_at from attempts order by identifier, n',
      ),
      history: await rows<{ identifier: string; status: string }>(
        'select identifier, status from status_history order by id',
      ),
      events: await rows<EventSeen>(
        'select event_id, identifier, body, state, committed_in::text, reversal_id from events',
      ),
      reviews: await rows<{ identifier: string; cause: string }>('select identifier, cause from reviews'),
      reversals: await rows<ReversalSeen>(`
        select reversal_id, identifier, kind, amount::text, counted::text, state, evidence->>'key' as key
        from reversals order by id`),
      reversalReviews: await rows<Pick<ReversalSeen, 'identifier' | 'kind' | 'key'>>(`
        select identifier, evidence->>'kind' as kind, evidence->>'key' as key from reviews
        where evidence->>'key' is not null`),
      words: await rows<WordSeen>(wordsQuery),
      recoveries: (await rows<{ identifier: string }>('select identifier from recoveries')).map(
        (row) => row.identifier,
      ),
      hastyEnds: (await rows<{ identifier: string }>(hastyEnds)).map((row) => row.identifier),
      unheard: (await rows<{ identifier: string }>(unheard)).map((row) => row.identifier),
      cardsInVault: (await rows('select from card_vault')).length,
    };
  } finally {
    await client.end();
  }
}

const unheard = 'select identifier from provider_events where applied_at is null and identifier is not null';

const hastyEnds = `
select identifier from transactions join attempts using (identifier)
where transactions.status_source = 'lookup' and attempts.state = 'not_sent'
  and not exists (select from attempts as later
    where later.identifier = attempts.identifier and later.n > attempts.n)
  and (transactions.type <> 'payment' or (${timing}->>'notFoundAnswersMin')::integer > (
    select count(*) from lookups
    where lookups.identifier = attempts.identifier and lookups.n = attempts.n and answer = 'not_found'
      and asked_at >= started_at + (${timing}->>'settleMs')::float8 * interval '1 millisecond'))`;

async function ledgerDifferences(url: string): Promise<readonly string[]> {
  const database = createDatabase({ url, applicationName: 'chaos', poolSize: 1 });
  await database.initialize();
  try {
    const { differences } = await proveLedger(database);
    return differences.map(
      ({ rule, subject, found, expected }) => `${rule}. ${subject}: ${found}, and should be ${expected}`,
    );
  } finally {
    await database.destroy();
  }
}

type Received = {
  readonly valid: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
};

async function readCallbacks(file: string): Promise<readonly CallbackSeen[]> {
  return (await readLines<Received>(file)).map(({ valid, headers, body }) => ({
    valid,
    eventId: headers['webhook-id'] ?? '',
    digest: headers['digest'] ?? '',
    body,
  }));
}

/**
 * A workflow whose worker died in its last step closes once Temporal has missed the worker, some seconds after the books are
 * quiet. What is still open after that lasts; what is not final is to have one, and is not waited for.
 */
async function readLastingWorkflows(
  chaos: ChaosStack,
  unfinished: ReadonlySet<string>,
): Promise<readonly string[]> {
  const end = Date.now() + closingMs;
  for (;;) {
    const open = await readOpenWorkflows(chaos);
    if (open.every((identifier) => unfinished.has(identifier)) || Date.now() > end) return open;
    await sleep(1_000);
  }
}

const closingMs = 60_000;

/** The list lags behind, so that each entry is asked for itself. */
async function readOpenWorkflows({ stack }: ChaosStack): Promise<readonly string[]> {
  const { address, namespace } = stack.temporal;
  const connection = await Connection.connect({ address });
  try {
    const { workflow } = new Client({ connection, namespace });
    const open: string[] = [];
    for await (const { workflowId } of workflow.list({
      query: `WorkflowType in ('paymentFlow', 'payoutFlow', 'refundFlow') and ExecutionStatus = 'Running'`,
    })) {
      const { status } = await workflow.getHandle(workflowId).describe();
      if (status.name === 'RUNNING') open.push(workflowId.replace(/^(payment|payout|refund)\//, ''));
    }
    return open;
  } finally {
    await connection.close();
  }
}
