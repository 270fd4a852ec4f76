import type { Books } from './books.js';

/** Where a transaction has its timings: in its plan, or in a row that it has the key of (docs/decisions/0036). */
export type TimingsPlace = 'in its plan' | 'by their key';

const keyOf = (content: string) => `substring(sha256(convert_to((${content})::text, 'UTF8')) for 16)`;

/** Moves the timings of the transactions that fit, past the law that keeps a plan as it is. */
export async function placeTimings(
  { rows, inThePast }: Pick<Books, 'rows' | 'inThePast'>,
  which: string,
  place: TimingsPlace,
): Promise<void> {
  if (place === 'in its plan') {
    await inThePast(`update transactions set timings_key = null, plan = plan || jsonb_build_object('timing', content)
      from timings where key = timings_key and ${which}`);
    return;
  }
  await rows(`insert into timings (key, content)
    select distinct ${keyOf(`plan->'timing'`)}, plan->'timing' from transactions where plan ? 'timing' and ${which}
    on conflict do nothing`);
  await inThePast(`update transactions set timings_key = ${keyOf(`plan->'timing'`)}, plan = plan - 'timing'
    where plan ? 'timing' and ${which}`);
}
