import type { MigrationInterface, QueryRunner } from 'typeorm';

/*
 * What grants cannot say of the checkout, the api and the pages for staff: which rows they may write, and with which
 * values (docs/decisions/0041). Each bound is a trigger that is asked about the role that is logged in, whatever it has
 * become since; for every other role it costs one comparison. One table after the other, so that no lock is held while
 * another one is waited for.
 */

export class RoleBounds1700000000051 implements MigrationInterface {
  name = 'RoleBounds1700000000051';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(refusal);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function refuse_step, happens_now');
  }
}

/** 42501, as for a grant that is missing. The minute is for statements that wait for a lock, and for rounding. */
const refusal = `
create function refuse_step() returns trigger language plpgsql as $$
begin
  raise exception 'no step of % writes this to %', session_user, tg_table_name using errcode = 'insufficient_privilege';
end $$;
create function happens_now(at timestamptz) returns boolean language sql volatile as $$
  select at between statement_timestamp() - interval '1 minute' and clock_timestamp() + interval '1 minute'
$$`;

type Role = 'api' | 'checkout' | 'staff';
type Bound = {
  readonly on: 'insert' | 'update';
  readonly of: readonly Role[];
  /** A condition on `new` and `old`; null refuses as well. Or a function that looks at other rows, too. */
  readonly lawful: string | { readonly function: string };
};

abstract class TableBounds implements MigrationInterface {
  protected abstract readonly table: string;
  protected abstract readonly bounds: readonly Bound[];
  protected readonly functions: string | undefined = undefined;

  async up(runner: QueryRunner): Promise<void> {
    if (this.functions !== undefined) await runner.query(this.functions);
    for (const { on, of, lawful } of this.bounds) {
      const roles = of.map((role) => `current_database() || '_${role}'`).join(', ');
      const [unless, execute] =
        typeof lawful === 'string' ? [`and (${lawful}) is not true`, 'refuse_step'] : ['', lawful.function];
      await runner.query(`
        create trigger ${this.table}_${on}_bound before ${on} on ${this.table} for each row
        when (session_user in (${roles}) ${unless}) execute function ${execute}()`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { on } of this.bounds)
      await runner.query(`drop trigger ${this.table}_${on}_bound on ${this.table}`);
    for (const { lawful } of this.bounds)
      if (typeof lawful !== 'string') await runner.query(`drop function ${lawful.function}`);
  }
}

/**
 * The api registers, at this moment and as its own word. The checkout notes that a page was seen, counts forms with
 * mistakes, and posts a page: once, now, and payable for no longer than its plan says. Only what was not posted has a
 * page, and nothing ends by one.
 */
export class TransactionBounds1700000000052 extends TableBounds {
  name = 'TransactionBounds1700000000052';
  protected readonly table = 'transactions';
  protected readonly bounds: readonly Bound[] = [
    {
      on: 'insert',
      of: ['api'],
      lawful: `new.status_source = 'api' and happens_now(new.created_at) and isfinite(new.payable_until)
        and (new.submit_due_at is null or happens_now(new.submit_due_at))
        and (new.challenge is null or new.challenge->>'type' = 'bank_code')`,
    },
    { on: 'update', of: ['checkout'], lawful: { function: 'bound_page' } },
  ];
  protected override readonly functions = `
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
end $$`;
}

/** The checkout notes where the card of a payment was entered, as it posts its page. */
export class GuardedPaymentBounds1700000000053 extends TableBounds {
  name = 'GuardedPaymentBounds1700000000053';
  protected readonly table = 'guarded_payments';
  protected readonly bounds: readonly Bound[] = [
    { on: 'update', of: ['checkout'], lawful: { function: 'bound_entry' } },
  ];
  protected override readonly functions = `
create function bound_entry() returns trigger language plpgsql as $$
begin
  if not exists (select from transactions where identifier = new.identifier and finished_at is null
      and (submit_due_at is null or happens_now(submit_due_at))) then
    raise exception 'no step of % changes where payment % was entered', session_user, new.identifier
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$`;
}

/** A card comes with the registration or the page of its payment, and goes a quarter of an hour later at the latest. */
export class CardBounds1700000000054 extends TableBounds {
  name = 'CardBounds1700000000054';
  protected readonly table = 'card_vault';
  protected readonly bounds: readonly Bound[] = [
    { on: 'insert', of: ['api', 'checkout'], lawful: { function: 'bound_card' } },
  ];
  protected override readonly functions = `
create function bound_card() returns trigger language plpgsql as $$
begin
  if (new.expires_at <= clock_timestamp() + interval '16 minutes'
    and exists (select from transactions where identifier = new.identifier and type = 'payment'
      and finished_at is null and happens_now(submit_due_at))) is not true then
    raise exception 'no step of % keeps this card for payment %', session_user, new.identifier
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$`;
}

/** The api asks a person about a payout that it registers held, and about nothing else. */
export class ReviewBounds1700000000055 extends TableBounds {
  name = 'ReviewBounds1700000000055';
  protected readonly table = 'reviews';
  protected readonly bounds: readonly Bound[] = [
    { on: 'insert', of: ['api'], lawful: { function: 'bound_review' } },
  ];
  protected override readonly functions = `
create function bound_review() returns trigger language plpgsql as $$
begin
  if (new.cause = 'account in another name'
    and exists (select from transactions where identifier = new.identifier and type = 'payout'
      and submit_due_at is null and challenge is null and finished_at is null and happens_now(created_at))) is not true then
    raise exception 'no step of % raises this review of transaction %', session_user, new.identifier
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$`;
}

/** Details of a transfer are kept once. */
export class PersonalDataBounds1700000000056 extends TableBounds {
  name = 'PersonalDataBounds1700000000056';
  protected readonly table = 'personal_data';
  protected readonly bounds: readonly Bound[] = [
    { on: 'update', of: ['api'], lawful: 'old.transfer_box is null' },
  ];
}

/** Whoever finds timings by their key finds what the key says. */
export class TimingsBounds1700000000057 extends TableBounds {
  name = 'TimingsBounds1700000000057';
  protected readonly table = 'timings';
  protected readonly bounds: readonly Bound[] = [
    {
      on: 'insert',
      of: ['api'],
      lawful: `new.key = substring(sha256(convert_to(new.content::text, 'UTF8')) for 16)`,
    },
  ];
}

/** Recovery is brought forward, and never put off. */
export class SweepBounds1700000000058 extends TableBounds {
  name = 'SweepBounds1700000000058';
  protected readonly table = 'sweeps';
  protected readonly bounds: readonly Bound[] = [
    { on: 'insert', of: ['api'], lawful: `new.next_sweep_at <= now() + interval '31 days'` },
    {
      on: 'update',
      of: ['api', 'checkout'],
      lawful: `(new.next_sweep_at = old.next_sweep_at
          or (new.next_sweep_at < old.next_sweep_at and new.next_sweep_at >= now()))
        and new.suspicions - old.suspicions in (0, 1)
        and (new.suspicion_due_at = old.suspicion_due_at or new.suspicion_due_at <= now() + interval '31 days')`,
    },
  ];
}

export class TransferDetailsBounds1700000000059 extends TableBounds {
  name = 'TransferDetailsBounds1700000000059';
  protected readonly table = 'transfer_details';
  protected readonly bounds: readonly Bound[] = [
    { on: 'insert', of: ['api'], lawful: 'happens_now(new.next_sweep_at)' },
  ];
}

/** The next try of a MID comes after its cool-down, and no later. */
export class CircuitBounds1700000000060 extends TableBounds {
  name = 'CircuitBounds1700000000060';
  protected readonly table = 'circuits';
  protected readonly bounds: readonly Bound[] = [
    {
      on: 'update',
      of: ['api'],
      lawful: `happens_now(new.probe_due_at - old.cooldown_ms * interval '1 millisecond')`,
    },
  ];
}

/** The api has callbacks of an endpoint let go at once; it pauses none. */
export class EndpointBounds1700000000061 extends TableBounds {
  name = 'EndpointBounds1700000000061';
  protected readonly table = 'endpoints';
  protected readonly bounds: readonly Bound[] = [
    {
      on: 'insert',
      of: ['api'],
      lawful: 'happens_now(new.next_release_at) and happens_now(new.resumed_at)',
    },
    {
      on: 'update',
      of: ['api'],
      lawful: `(new.next_release_at is not distinct from old.next_release_at or happens_now(new.next_release_at))
        and (new.resumed_at is not distinct from old.resumed_at or happens_now(new.resumed_at))`,
    },
  ];
}

/** Staff look; what they do besides is done elsewhere, and written down by triggers. */
export class AuditLogBounds1700000000062 extends TableBounds {
  name = 'AuditLogBounds1700000000062';
  protected readonly table = 'audit_log';
  protected readonly bounds: readonly Bound[] = [
    {
      on: 'insert',
      of: ['staff'],
      lawful: `new.action in ('transaction.viewed', 'transactions.searched', 'list.viewed', 'list.exported')`,
    },
  ];
}
