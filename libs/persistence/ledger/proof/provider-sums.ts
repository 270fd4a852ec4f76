import { entryParts } from '../../reports/entry-parts.js';
import { sumParts } from '../../reports/sums.js';
import type { ProofPart } from './part.js';

const { isReported, kind, moved, provider, method } = entryParts;
const { isUsable, quarter, day, startOf } = sumParts;

/** Compares the sums of the provider books with the entries up to their marks, of the months that are not closed (contract §16.6). */
export const providerSums: ProofPart = {
  sets: `
    summing as (
      select merchant, place, coalesce((select max(until) from periods), '-infinity') as since
      from provider_sum_marks where ${isUsable}
    ), sums_there as (
      select provider_sums.* from provider_sums join summing using (merchant) where starts_at >= since
    ), should_sum as (
      select entry.merchant, span, ${startOf('span', 'posted_at')} as starts_at, ${provider} as provider, ${method} as method,
        currency, ${kind} as kind, sum(${moved}) as moved, count(*) as count, min(committed_in) as first_place,
        max(committed_in) as last_place
      from provider_entries as entry join summing on summing.merchant = entry.merchant
        cross join (values (${quarter}), (${day})) as spans (span)
      where ${isReported} and committed_in <= place and posted_at >= since
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
