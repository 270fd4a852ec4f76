import { sumParts } from '../../reports/sums.js';
import type { ProofPart } from './part.js';

const { day, isTransitUsable, quarter, startOf } = sumParts;

/**
 * Compares the sums of what is in transit with all of it that is not after their marks, and with what has left and is not taken off
 * them yet (contract §16.6).
 */
export const transitSums: ProofPart = {
  sets: `
    transit_mark as (
      select mark.* from provider_sum_marks as mark where ${isTransitUsable}
    ), transit_there as (
      select sum.* from transit_sums as sum join transit_mark using (merchant)
    ), should_wait as (
      select waiting.merchant, span, ${startOf('span', 'posted_at')} as starts_at, provider, method, currency, sum(amount) as amount
      from (
        select merchant, committed_in, identifier, coalesce(provider, mid) as provider, coalesce(method, '') as method, currency,
          posted_at, into_held(kind, amount) as amount
        from provider_transit
        union all
        select merchant, committed_in, identifier, provider, method, currency, posted_at, amount from transit_departures
      ) as waiting join transit_mark as mark on mark.merchant = waiting.merchant
        cross join (values (${quarter}), (${day})) as spans (span)
      where (waiting.committed_in, waiting.identifier) <= (mark.transit_in, mark.transit)
      group by 1, 2, 3, 4, 5, 6
    )`,
  differences: [
    `select 'the sums of what is in transit are those of what is',
      concat_ws(' ', merchant, starts_at, span, provider, method, currency),
      coalesce(trim_scale(found.amount)::text, 'no sum'), coalesce(trim_scale(should.amount)::text, 'nothing')
    from transit_there as found
      full join should_wait as should using (merchant, span, starts_at, provider, method, currency)
    where coalesce(found.amount, 0) <> coalesce(should.amount, 0)`,
  ],
};
