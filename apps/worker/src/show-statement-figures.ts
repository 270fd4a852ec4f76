import type { Configuration } from '#domain/configuration/configuration';
import { differenceClasses } from '#domain/statements/difference';
import type { Metrics } from '#metrics/metrics';
import type { Database } from '#persistence/database';
import { readStatementFigures } from '#persistence/figures/read-statement-figures';

/** Publishes how statements and the books agree (contract §16.8); no series while Postgres is unreachable. */
export function showStatementFigures(
  metrics: Metrics,
  { database, configuration }: { readonly database: Database; readonly configuration: () => Configuration },
): void {
  metrics.beforeRendering(async () => {
    const mids = Object.entries(configuration().mids).flatMap(([mid, { statement }]) =>
      statement === undefined ? [] : [mid],
    );
    const figures = await readStatementFigures(database, mids).catch(() => undefined);
    const counts = new Map(figures?.differences.map((open) => [open.class, open.count]));
    const classes = figures === undefined ? [] : differenceClasses;
    metrics.show(
      'gateway_differences',
      classes.map((name) => ({ labels: { class: name }, value: counts.get(name) ?? 0 })),
    );
    const one = (value: number | undefined | null) =>
      value === undefined || value === null ? [] : [{ labels: {}, value }];
    metrics.show('gateway_difference_oldest_seconds', one(figures?.oldestSeconds));
    metrics.show('gateway_period_open_days', one(figures?.periodOpenDays));
    const byMid = (rows: readonly { readonly mid: string; readonly value: number }[] = []) =>
      rows.map(({ mid, value }) => ({ labels: { mid }, value }));
    metrics.show('gateway_statement_age_seconds', byMid(figures?.ages));
    metrics.show('gateway_in_transit_oldest_seconds', byMid(figures?.inTransit));
    metrics.show('gateway_settlement_overdue', byMid(figures?.overdue));
    metrics.show(
      'gateway_unexplained_amount',
      (figures?.unexplained ?? []).map(({ mid, currency, amount }) => ({
        labels: { mid, currency },
        // A figure to look at; the books have the exact one.
        value: Number(amount),
      })),
    );
  });
}
