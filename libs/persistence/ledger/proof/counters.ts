import type { ProofPart } from './part.js';

/** Compares counters with the transactions that they count. */
export const counters: ProofPart = {
  sets: `
    in_flight as (
      select project, count(*) from subjects where type = 'payout' and status = 'pending' group by project
    ), claimed as (
      select per, starts_on, scope, subject, type, currency, sum(amount) as amount, count(*) as count
      from limit_claims
      where created_at > now() - interval '63 days'
      group by per, starts_on, scope, subject, type, currency
    )`,
  differences: [
    `select 'a project has as many payouts in flight as are counted', project,
      coalesce(counter.count, 0)::text, coalesce(in_flight.count, 0)::text
    from payouts_in_flight as counter full join in_flight using (project)
    where coalesce(counter.count, 0) <> coalesce(in_flight.count, 0)`,
    `select 'a limit counts what is registered and has not failed',
      concat_ws(' ', scope, subject, type, currency, per, starts_on),
      format('%s, %s in number', trim_scale(coalesce(counter.amount, 0)), coalesce(counter.count, 0)),
      format('%s, %s in number', trim_scale(coalesce(claimed.amount, 0)), coalesce(claimed.count, 0))
    from limit_counters as counter full join claimed using (per, starts_on, scope, subject, type, currency)
    where limit_period_end(per, starts_on) > now() - interval '31 days'
      and (coalesce(counter.amount, 0), coalesce(counter.count, 0))
        <> (coalesce(claimed.amount, 0), coalesce(claimed.count, 0))`,
  ],
};
