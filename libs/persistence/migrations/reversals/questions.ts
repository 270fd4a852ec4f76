/** Hints and unsigned callbacks about transactions that have ended (contract §15.7, §15.8). */
export const questions = `
-- Has the provider of a successful transaction asked once more: soon, or when the wait since its latest question is over. The
-- waits grow, because anybody can send what leads here. For the same reason the api may not write look-ups itself.
create function ask_about_success(of uuid[], ladder_ms double precision[]) returns void language sql volatile as $$
  insert into success_lookups as asked (identifier, n, mid, step, ended_at, due_at)
  select transactions.identifier, n, mid, coalesce(jsonb_array_length(
      coalesce(plan->'timing', (select content from timings where key = timings_key))->'lateSuccessLookupsMs'), 0),
    finished_at, greatest(clock_timestamp() + interval '5 seconds', coalesce(last, finished_at)
      + interval '1 millisecond' * ladder_ms[least(times + 1, array_length(ladder_ms, 1))])
  from transactions
    cross join lateral (select n, mid from attempts where attempts.identifier = transactions.identifier
      order by state = 'final' desc, n desc limit 1) as attempt
    cross join lateral (select count(*)::integer as times, max(asked_at) as last from lookups
      where lookups.identifier = transactions.identifier and asked_at > finished_at) as so_far
  where transactions.identifier = any(of) and status = 'success'
  order by transactions.identifier
  on conflict (identifier) do update
    set due_at = excluded.due_at, tries = 0, words = asked.words + 1 where asked.due_at > excluded.due_at
$$`;
