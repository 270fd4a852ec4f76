import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Questions out of turn (contract §9): whose turn it is at a MID, over all processes, and when each transaction was last
 * asked about.
 */
export class Turns1700000000039 implements MigrationInterface {
  name = 'Turns1700000000039';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [turns, taking, questions]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function take_turns');
    await runner.query('drop table mid_turns');
    await runner.query('alter table sweeps drop column asked_at, drop column cancel_asked_at');
  }
}

/** Not logged: worthless a few seconds later. */
const turns = `
create unlogged table mid_turns (
  mid text not null,
  asker text not null,
  period bigint not null,
  taken integer not null,
  constraint mid_turns_pkey primary key (mid, asker)
)`;

/**
 * All turns of one period of Postgres' clock are at most as many as the rate allows in it, whoever takes them. A period is a
 * second; below five turns a second it is as long as eight take, so that a few questions at once need not wait. Askers of
 * this period and of the one before share it equally; one that is alone leaves a fifth of it, so that the next one has its
 * first turn at once. The lock is the MID's own, taken before anything is read, and nothing else is locked while it is held.
 */
const taking = `
create function take_turns(of_mid text, of_asker text, wanted integer, per_second integer)
returns table (granted integer, remaining_ms double precision) language plpgsql as $$
declare
  seconds constant integer := case when per_second < 5 then ceil(8.0 / per_second) else 1 end;
  turns constant bigint := per_second::bigint * seconds;
  this_period bigint;
  taken_by_it integer;
  taken_in_all bigint;
  askers bigint;
  share bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('mid_turns ' || of_mid, 0));
  this_period := floor(extract(epoch from clock_timestamp()) / seconds);
  delete from mid_turns where mid = of_mid and period not between this_period - 60 and this_period;
  insert into mid_turns as known (mid, asker, period, taken) values (of_mid, of_asker, this_period, 0)
  on conflict on constraint mid_turns_pkey do update set period = excluded.period,
    taken = case when known.period = excluded.period then known.taken else 0 end
  returning taken into taken_by_it;
  select coalesce(sum(taken) filter (where period = this_period), 0), count(*) filter (where period >= this_period - 1)
  into taken_in_all, askers from mid_turns where mid = of_mid;
  share := case when askers > 1 then ceil(turns::numeric / askers) else turns - turns / 5 end;
  granted := greatest(0, least(wanted, share - taken_by_it, turns - taken_in_all));
  update mid_turns set taken = taken + granted where mid = of_mid and asker = of_asker;
  remaining_ms := ((this_period + 1) * seconds - extract(epoch from clock_timestamp())) * 1000;
  return next;
end $$`;

/** With the sweep, which every open transaction has and which goes when there is nothing left to ask. */
const questions = `
alter table sweeps add column asked_at timestamptz(3) not null default '-infinity',
  add column cancel_asked_at timestamptz(3) not null default '-infinity'`;
