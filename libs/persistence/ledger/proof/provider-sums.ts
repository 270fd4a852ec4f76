import { entryParts } from '../../reports/entry-parts.js';
import { sumParts } from '../../reports/sums.js';
import { partBefore } from '../../months/month-tables.js';
import type { ProofPart } from './part.js';

const { isReported, kind, moved, provider, method } = entryParts;
const { isUsable, quarter, day, startOf } = sumParts;

/**
 * Compares the sums of the provider books with the entries up to their marks (contract §16.6). Once months of the entries were
 * dropped, only sums of the months that are not closed.
 */
export const providerSums: ProofPart = {
  sets: `
    summed_since as (
      select coalesce((select max(until) from periods
        where exists (select from month_parts where part = '${partBefore('provider_entries')}')), '-infinity') as since
    ), mark as (
      select mark.*, since from provider_sum_marks as mark cross join summed_since where ${isUsable}
    ), sums_there as (
      select provider_sums.* from provider_sums join mark using (merchant) where starts_at >= since
    ), should_sum as (
      select entry.merchant, span, ${startOf('span', 'posted_at')} as starts_at, ${provider} as provider, ${method} as method,
        currency, ${kind} as kind, sum(${moved}) as moved, count(*) as count, min(entry.committed_in) as first_place,
        max(entry.committed_in) as last_place
      from provider_entries as entry join mark on mark.merchant = entry.merchant
        cross join (values (${quarter}), (${day})) as spans (span)
      where ${isReported} and (entry.committed_in, entry.id) <= (mark.committed_in, mark.entry) and posted_at >= since
      group by 1, 2, 3, 4, 5, 6, 7
    )`,
  differences: [
    `select 'the sums of the provider books are those of their entries',
      concat_ws(' ', merchant, starts_at, span, provider, method, currency, kind),
      coalesce(concat_ws(' ', trim_scale(found.moved), found.count, found.first_place, found.last_place), 'no sum'),
      coalesce(concat_ws(' ', trim_scale(should.moved), should.count, should.first_place, should.last_place), 'no entry')
    from sums_there as found
      full join should_sum as should using (merchant, span, starts_at, provider, method, currency, kind)
    where (found.moved, found.count, found.first_place, found.last_place)
      is distinct from (should.moved, should.count, should.first_place, should.last_place)`,
  ],
};
