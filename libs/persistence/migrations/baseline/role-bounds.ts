/**
 * Which rows the roles of the api, the checkout and the staff pages may write, and with which values
 * (docs/decisions/0041). The triggers check the role that logged in; for other roles they cost one comparison.
 */
export const roleBounds = `
-- 42501, as for a missing grant.
create function refuse_step() returns trigger language plpgsql as $$
begin
  raise exception 'no step of % writes this to %', session_user, tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- The minute allows for statements that wait for a lock, and for rounding.
create function happens_now(at timestamptz) returns boolean language plpgsql volatile as $$
      begin
        return at between statement_timestamp() - interval '1 minute' and clock_timestamp() + interval '1 minute';
      end $$;

-- The checkout records that a page was seen, counts faulty forms, and posts a page once: now, and payable for
-- no longer than its plan allows.
create function bound_page() returns trigger language plpgsql as $$
declare
  is_seen constant boolean := new.opened_at is not distinct from old.opened_at
    or (old.opened_at is null and happens_now(new.opened_at));
  is_counted constant boolean := new.faulty_forms - old.faulty_forms in (0, 1);
  is_as_before constant boolean := (new.status, new.status_source, new.submit_due_at, new.revision, new.progressed_at,
      new.payable_until, new.card_first6, new.card_last4, new.card_brand, new.card_fingerprint)
    is not distinct from (old.status, old.status_source, old.submit_due_at, old.revision, old.progressed_at,
      old.payable_until, old.card_first6, old.card_last4, old.card_brand, old.card_fingerprint);
  is_posted constant boolean := new.status = 'pending' and new.status_source = 'customer'
    and new.revision = old.revision + 1 and new.card_fingerprint is null
    and happens_now(new.submit_due_at) and happens_now(new.progressed_at) and old.payable_until > now()
    and new.payable_until <= clock_timestamp() + interval '1 minute' + interval '1 millisecond' * (
      coalesce(new.plan->'timing', (select content from timings where key = new.timings_key))->>'windowMs')::float8;
begin
  if (old.type = 'payment' and old.submit_due_at is null and old.finished_at is null
    and is_seen and is_counted and (is_as_before or is_posted)) is not true then
    raise exception 'no step of % changes transaction % like this', session_user, old.identifier
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger transactions_update_bound before update on transactions
  for each row when (session_user in (current_database() || '_checkout')) execute function bound_page();

-- The checkout records where the card of a payment was entered, when it posts the page.
create function bound_entry() returns trigger language plpgsql as $$
begin
  if not exists (select from transactions where identifier = new.identifier and finished_at is null
      and (submit_due_at is null or happens_now(submit_due_at))) then
    raise exception 'no step of % changes where payment % was entered', session_user, new.identifier
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger guarded_payments_update_bound before update on guarded_payments
  for each row when (session_user in (current_database() || '_checkout')) execute function bound_entry();

-- A card is stored with the registration or the page of its payment, for a quarter of an hour at most.
create function bound_card() returns trigger language plpgsql as $$
begin
  if (new.expires_at <= clock_timestamp() + interval '16 minutes'
    and exists (select from transactions where identifier = new.identifier and type = 'payment'
      and finished_at is null and happens_now(submit_due_at))) is not true then
    raise exception 'no step of % keeps this card for payment %', session_user, new.identifier
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger card_vault_insert_bound before insert on card_vault
  for each row when (session_user in (current_database() || '_api', current_database() || '_checkout'))
  execute function bound_card();

-- The api raises a review only for a payout that it registers as held.
create function bound_review() returns trigger language plpgsql as $$
begin
  if (new.cause = 'account in another name'
    and exists (select from transactions where identifier = new.identifier and type = 'payout'
      and submit_due_at is null and challenge is null and finished_at is null and happens_now(created_at))) is not true then
    raise exception 'no step of % raises this review of transaction %', session_user, new.identifier
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger reviews_insert_bound before insert on reviews
  for each row when (session_user in (current_database() || '_api')) execute function bound_review();

create trigger transactions_insert_bound before insert on transactions for each row
  when (session_user in (current_database() || '_api') and (new.status_source = 'api' and happens_now(new.created_at)
    and isfinite(new.payable_until) and (new.submit_due_at is null or happens_now(new.submit_due_at))
    and (new.challenge is null or new.challenge->>'type' = 'bank_code')) is not true)
  execute function refuse_step();

-- Timings are stored under the hash of their content.
create trigger timings_insert_bound before insert on timings for each row
  when (session_user in (current_database() || '_api')
    and (new.key = substring(sha256(convert_to(new.content::text, 'UTF8')) for 16)) is not true)
  execute function refuse_step();

-- Recovery is brought forward, never put off.
create trigger recoveries_insert_bound before insert on recoveries for each row
  when (session_user in (current_database() || '_api') and (new.due_at <= now() + interval '31 days') is not true)
  execute function refuse_step();
create trigger recoveries_update_bound before update on recoveries for each row
  when (session_user in (current_database() || '_api', current_database() || '_checkout')
    and ((new.due_at = old.due_at or (new.due_at < old.due_at and new.due_at >= now()))
      and new.suspicions - old.suspicions in (0, 1)
      and (new.suspicion_due_at = old.suspicion_due_at or new.suspicion_due_at <= now() + interval '31 days')) is not true)
  execute function refuse_step();

-- Details of a transfer are stored once.
create trigger personal_data_update_bound before update on personal_data for each row
  when (session_user in (current_database() || '_api') and (old.transfer_box is null) is not true)
  execute function refuse_step();
create trigger transfer_details_insert_bound before insert on transfer_details for each row
  when (session_user in (current_database() || '_api') and (happens_now(new.next_sweep_at)) is not true)
  execute function refuse_step();

-- The next probe of a MID is due after its cool-down.
create trigger circuits_update_bound before update on circuits for each row
  when (session_user in (current_database() || '_api')
    and (happens_now(new.probe_due_at - old.cooldown_ms * interval '1 millisecond')) is not true)
  execute function refuse_step();

-- The api releases the callbacks of an endpoint at once; it pauses none.
create trigger endpoints_insert_bound before insert on endpoints for each row
  when (session_user in (current_database() || '_api')
    and (happens_now(new.next_release_at) and happens_now(new.resumed_at)) is not true)
  execute function refuse_step();
create trigger endpoints_update_bound before update on endpoints for each row
  when (session_user in (current_database() || '_api')
    and ((new.next_release_at is not distinct from old.next_release_at or happens_now(new.next_release_at))
      and (new.resumed_at is not distinct from old.resumed_at or happens_now(new.resumed_at))) is not true)
  execute function refuse_step();

-- Staff pages write what was viewed. Triggers write the rest of the audit log.
create trigger audit_log_insert_bound before insert on audit_log for each row
  when (session_user in (current_database() || '_staff') and (new.action in
    ('transaction.viewed', 'transactions.searched', 'list.viewed', 'list.exported')) is not true)
  execute function refuse_step()`;
