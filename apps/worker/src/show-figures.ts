import type { Configuration } from '#domain/configuration/configuration';
import { transactionStatuses, transactionTypes } from '#domain/transaction/status';
import { reviewCauses } from '#domain/reviews/review-causes';
import type { LabelsOf, NamesOf } from '#metrics/families';
import type { Metrics } from '#metrics/metrics';
import type { Database } from '#persistence/database';
import { readFigures, type Figures } from '#persistence/figures/read-figures';

/** Publishes the numbers of open and waiting rows; no series while Postgres is unreachable. */
export function showFigures(
  metrics: Metrics,
  { database, configuration }: { readonly database: Database; readonly configuration: () => Configuration },
): void {
  metrics.beforeRendering(async () => {
    const { merchants, providers } = configuration();
    const figures = await readFigures(database, Object.keys(merchants)).catch(() => undefined);
    show(metrics, figures, Object.keys(providers));
  });
}

const none = { count: 0, oldestSeconds: 0 } as const;
const states = ['pending', 'paused'] as const;
const causes = [...reviewCauses, 'other'] as const;

function show(metrics: Metrics, figures: Figures | undefined, providers: readonly string[]): void {
  const one = (name: Single, value: number | undefined) =>
    metrics.show(name, value === undefined ? [] : [{ labels: {}, value }]);

  /** One series per value of the label, zero if there is no row, so that series do not disappear. */
  const many = <Name extends NamesOf<'gauge'>>(
    name: Name,
    rows: readonly { readonly labels: LabelsOf<Name>; readonly value: number }[],
    all: readonly LabelsOf<Name>[],
  ) => {
    if (!figures) return metrics.show(name, []);
    const there = new Set(rows.map(({ labels }) => JSON.stringify(labels)));
    const absent = all.filter((labels) => !there.has(JSON.stringify(labels)));
    return metrics.show(name, [...rows, ...absent.map((labels) => ({ labels, value: 0 }))]);
  };

  const { open = [], unknown = [], reviews = [], callbacks = [], inbox = [] } = figures ?? {};
  one('gateway_figures_known', figures ? 1 : 0);
  many(
    'gateway_open_transactions',
    open.map(({ type, status, count }) => ({ labels: { type, status }, value: count })),
    transactionTypes.flatMap((type) => transactionStatuses.slice(0, 3).map((status) => ({ type, status }))),
  );
  const everywhere = providers.flatMap((provider) => transactionTypes.map((type) => ({ provider, type })));
  const unknownBy = unknown.map(({ provider, type, ...row }) => ({ labels: { provider, type }, row }));
  many('gateway_unknown_open', counts(unknownBy), everywhere);
  many('gateway_unknown_oldest_seconds', ages(unknownBy), everywhere);
  const reviewsBy = causes.map((cause) => ({
    labels: { cause },
    row: reviews.filter((review) => causeOf(review.cause) === cause).reduce(sum, none),
  }));
  many('gateway_open_reviews', counts(reviewsBy), []);
  one('gateway_review_oldest_seconds', figures && reviews.reduce(sum, none).oldestSeconds);
  one('gateway_refunds_open', figures?.refunds.count);
  one('gateway_refund_oldest_seconds', figures?.refunds.oldestSeconds);
  const overrefunded = reviews.filter(({ cause }) => cause === 'more went back than was paid');
  one('gateway_overrefunded', figures && overrefunded.reduce(sum, none).count);
  one('gateway_disputes_due', figures?.disputesDue);
  const callbacksBy = callbacks.map(({ state, ...row }) => ({ labels: { state }, row }));
  const everyState = states.map((state) => ({ state }));
  many('gateway_pending_callbacks', counts(callbacksBy), everyState);
  many('gateway_callback_oldest_seconds', ages(callbacksBy), everyState);
  one('gateway_paused_endpoints', figures?.pausedEndpoints);
  const inboxBy = inbox.map(({ provider, ...row }) => ({ labels: { provider }, row }));
  const everyProvider = providers.map((provider) => ({ provider }));
  many('gateway_inbox_unread', counts(inboxBy), everyProvider);
  many('gateway_inbox_oldest_seconds', ages(inboxBy), everyProvider);
  one('gateway_inbox_unmatched', figures?.unmatched);
  one('gateway_recovery_due', figures?.recovery.count);
  one('gateway_recovery_oldest_seconds', figures?.recovery.oldestSeconds);
  one('gateway_event_feed_lag_seconds', figures?.feedLagSeconds);
  one('gateway_vault_overdue', figures?.vaultOverdue);
  one('gateway_months_ahead_seconds', figures?.monthsAheadSeconds);
  one('gateway_books_difference', figures?.proof?.differences);
  one('gateway_books_proof_age_seconds', figures?.proof?.ageSeconds);
}

/** Families without labels. */
type Single = {
  [Name in NamesOf<'gauge'>]: keyof LabelsOf<Name> extends never ? Name : never;
}[NamesOf<'gauge'>];

type Waiting = { readonly count: number; readonly oldestSeconds: number };
type By<Labels> = readonly { readonly labels: Labels; readonly row: Waiting }[];

function counts<Labels>(by: By<Labels>) {
  return by.map(({ labels, row }) => ({ labels, value: row.count }));
}

function ages<Labels>(by: By<Labels>) {
  return by.map(({ labels, row }) => ({ labels, value: row.oldestSeconds }));
}

function sum(one: Waiting, other: Waiting): Waiting {
  return {
    count: one.count + other.count,
    oldestSeconds: Math.max(one.oldestSeconds, other.oldestSeconds),
  };
}

/** Causes that this release does not know share one series. */
function causeOf(cause: string) {
  return reviewCauses.find((known) => known === cause) ?? 'other';
}
