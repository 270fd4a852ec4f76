const sealed = ['configurations', 'blocks', 'api_keys', 'personal_data', 'card_vault'];

/**
 * What no step of a process does, by the role of its process: each refused by a grant or by a bound of its row. `{page}` is
 * a payment whose page was not posted, `{due}` one that is to be sent, `{choice}` a payout that waits for its bank,
 * `{sent}` one whose provider has not answered,
 * `{seen}` a page that was opened, and `{told}` a payment with details of a transfer.
 */
export const unlawfulSteps = {
  checkout: {
    'ends a payment or a payout': [
      ...endings('{page}'),
      ...endings('{due}'),
      ...endings('{choice}'),
      ...endings('{sent}'),
    ],
    'moves a payment as somebody else': [
      post({ status_source: `'provider'` }),
      post({ status_source: `'api'` }),
      post({ status_source: `'operator'` }),
      `update transactions set status_source = 'provider' where identifier = '{page}'`,
    ],
    'has anything sent but a page, and that now': [
      `update transactions set submit_due_at = clock_timestamp() where identifier = '{page}'`,
      post({ submit_due_at: 'null' }),
      post({ submit_due_at: `now() + interval '1 year'` }),
      post({ submit_due_at: `now() - interval '1 year'` }),
      post({ revision: 'revision' }),
      post({ revision: 'revision + 2' }),
      post({ progressed_at: `'infinity'` }),
      post({ progressed_at: 'null' }),
      post({ opened_at: `'infinity'` }),
      post({ payable_until: `'infinity'` }),
      post({ payable_until: `now() + interval '10 years'` }),
      post({ card_fingerprint: `'\\x00'` }),
      post({}, '{choice}'),
      post({}, '{sent}'),
      post({}, '{due}'),
      `update transactions set bank_code = '044', submit_due_at = now() where identifier = '{choice}'`,
    ],
    'changes what a page is': [
      `update transactions set payable_until = 'infinity' where identifier = '{page}'`,
      `update transactions set faulty_forms = 0 where identifier = '{seen}'`,
      `update transactions set faulty_forms = faulty_forms + 1000 where identifier = '{page}'`,
      `update transactions set opened_at = null where identifier = '{seen}'`,
      `update transactions set opened_at = '2020-01-01' where identifier = '{page}'`,
      `update transactions set card_last4 = '4242' where identifier = '{page}'`,
      `update transactions set revision = revision + 1 where identifier = '{page}'`,
      `update transactions set opened_at = clock_timestamp() where identifier = '{due}'`,
      `update transactions set faulty_forms = faulty_forms + 1 where identifier = '{sent}'`,
    ],
    'sends money or people elsewhere': redirections(),
    'stops recovery': [
      `update recoveries set due_at = 'infinity'`,
      `update recoveries set due_at = due_at + interval '1 second' where identifier = '{due}'`,
      `update recoveries set due_at = '-infinity' where identifier = '{due}'`,
      'update recoveries set step = 1000',
      `update recoveries set ensured_at = 'infinity'`,
      `update recoveries set suspicion_due_at = 'infinity'`,
      'delete from recoveries',
    ],
    'holds a table': locks([
      'transactions',
      'recoveries',
      'guarded_payments',
      'card_vault',
      'events',
      'attempts',
    ]),
    'has another one blocked, or none': [
      `update guarded_payments set address = repeat('a', 64) where identifier = '{due}'`,
      `update guarded_payments set customer = repeat('a', 64)`,
      `update guarded_payments set terms = '{}'`,
      'delete from guarded_payments',
      `insert into blocks (kind, value, scope, reason, author) values ('bin', '424242', 'global', 'x', 'eve')`,
    ],
    'puts a card where none was entered': [
      card('{due}'),
      card('{page}'),
      card('{choice}'),
      card('{sent}'),
      card('019a0000-0000-7000-8000-000000000000'),
      'delete from card_vault',
      'update card_vault set card_box = cvv_box',
    ],
    'writes what others write': [
      `insert into transactions (identifier) values ('019a0000-0000-7000-8000-000000000000')`,
      `insert into attempts (identifier, n, provider, mid, provider_reference, state) values ('{due}', 1, 'sandbox', 'main', 'eve', 'sending')`,
      `insert into provider_events (id, provider, event_id, provider_reference, identifier, evidence) values (gen_random_uuid(), 'sandbox', 'eve', '{due}-1', '{due}', '{}')`,
      `insert into reviews (identifier, cause, evidence) values ('{due}', 'account in another name', '{}')`,
      `insert into events (event_id, identifier, merchant, body, state) values ('evt_eve', '{due}', 'eve', '{}', 'none')`,
      `update events set state = 'delivered'`,
      `update idempotency_records set state = 'timed_out'`,
      `update personal_data set box = ''`,
      `insert into audit_log (actor, action, subject) values ('eve', 'list.viewed', 'unknown')`,
      `insert into operator_decisions (identifier, decision, operator, reason, evidence) values ('{due}', 'resolved: success', 'alice', 'x', 'x')`,
    ],
  },
  api: {
    'ends or moves what is registered': [
      ...endings('{page}'),
      ...endings('{due}'),
      ...endings('{choice}'),
      ...endings('{sent}'),
      post({}),
      `update transactions set bank_code = '044', submit_due_at = now() where identifier = '{choice}'`,
      `update transactions set status = 'created', challenge = '{"type":"form"}' where identifier = '{page}'`,
      `update transactions set revision = revision + 1 where identifier = '{due}'`,
      `select identifier from transactions where identifier = '{due}' for update`,
      `select identifier from transactions where identifier = '{due}' for key share`,
    ],
    'sends money or people elsewhere': redirections(),
    'registers what is past, over or somebody’s word': [
      registration({ status_source: `'provider'` }),
      registration({ status_source: `'operator'` }),
      registration({ created_at: `now() - interval '40 days'` }),
      registration({ created_at: `now() + interval '1 day'` }),
      registration({ payable_until: `'infinity'` }),
      registration({ submit_due_at: `'infinity'` }),
      registration({ submit_due_at: `now() + interval '1 year'` }),
      registration({ challenge: `'{"type":"redirect","url":"https://attacker.test"}'` }),
      registration({ counted_mid: `'other'` }),
      registration({ opened_at: 'now()' }),
      registration({ faulty_forms: '-1' }),
      registration({ revision: '7' }),
      registration({ error_code: '200' }),
      registration({ finished_at: 'now()' }),
    ],
    'stops recovery, tries or callbacks': [
      `update recoveries set due_at = 'infinity'`,
      `update recoveries set due_at = due_at + interval '1 second' where identifier = '{due}'`,
      'update recoveries set step = 1000',
      `update recoveries set ensured_at = 'infinity'`,
      `update recoveries set suspicion_due_at = 'infinity'`,
      'update recoveries set suspicions = suspicions + 1000',
      'delete from recoveries',
      `update circuits set probe_due_at = 'infinity'`,
      'update circuits set failures = 1000',
      `update endpoints set next_release_at = 'infinity'`,
      `update endpoints set paused_at = now()`,
      `insert into endpoints (endpoint, failing_since, paused_at, next_release_at, probe_ms, callback_rate) values ('eve', now(), now(), 'infinity', 1, 1)`,
      `insert into endpoints (endpoint, resumed_at, next_release_at, probe_ms, callback_rate) values ('eve', now(), 'infinity', 1, 1)`,
      `insert into redeliveries (event_id, endpoint, committed_in, due_at) values ('evt_eve', 'eve', '1', 'infinity')`,
      `insert into transfer_details (identifier, fingerprint, next_sweep_at) values ('{due}', '', 'infinity')`,
      `insert into transfer_details (identifier, fingerprint, next_sweep_at, settled_at, outcome) values ('{due}', '', now(), now(), 'taken')`,
    ],
    'holds a table': locks([
      'transactions',
      'recoveries',
      'idempotency_records',
      'personal_data',
      'endpoints',
      'circuits',
      'api_keys',
      'provider_events',
      'events',
      'attempts',
    ]),
    'changes who signs': [
      `update api_keys set revoked_at = now(), revoked_by = 'alice'`,
      `update api_keys set secret_box = ''`,
      'insert into api_keys (id) select id from api_keys',
    ],
    'changes what is kept about people': [
      `update personal_data set box = ''`,
      `update personal_data set transfer_box = '' where identifier = '{told}'`,
      `update personal_data set ended_at = '2020-01-01'`,
      'delete from personal_data',
      card('{due}'),
      card('{choice}'),
      `update guarded_payments set address = null`,
    ],
    'speaks for a provider’s event that was read, or for a person': [
      `insert into provider_events (id, provider, event_id, provider_reference, evidence, applied_at, verdict) values (gen_random_uuid(), 'sandbox', 'eve', 'eve', '{}', now(), 'counts')`,
      `update provider_events set applied_at = now()`,
      `insert into reviews (identifier, cause, evidence) values ('{due}', 'account in another name', '{}')`,
      `insert into reviews (identifier, cause, evidence) values ('{choice}', 'account in another name', '{}')`,
      `insert into reviews (identifier, cause, evidence) values ('{sent}', 'no progress for too long', '{}')`,
      `insert into reviews (identifier, cause, evidence, closed_at, closed_by, closing_reason) values ('{sent}', 'x', '{}', now(), 'alice', 'x')`,
      `update reviews set closed_at = now(), closed_by = 'alice', closing_reason = 'x'`,
      `update bank_code_challenges set bank_code = '044', confirmed_at = now()`,
      `insert into bank_code_challenges (identifier, banks, bank_code, confirmed_at) values ('{due}', '[]', '044', now())`,
      `insert into timings (key, content) values ('\\x00', '{}')`,
      `insert into audit_log (actor, action, subject) values ('alice', 'list.viewed', 'unknown')`,
      `insert into operator_decisions (identifier, decision, operator, reason, evidence) values ('{sent}', 'resolved: success', 'alice', 'x', 'x')`,
      `update idempotency_records set identifier = gen_random_uuid()`,
    ],
  },
  staff: {
    'changes anything': [
      ...endings('{page}'),
      ...endings('{sent}'),
      ...redirections(),
      `update recoveries set due_at = 'infinity'`,
      `update events set state = 'delivered'`,
      `insert into reviews (identifier, cause, evidence) values ('{due}', 'account in another name', '{}')`,
      `update reviews set closed_at = now(), closed_by = 'alice', closing_reason = 'x'`,
      `insert into operator_decisions (identifier, decision, operator, reason, evidence) values ('{sent}', 'resolved: success', 'alice', 'x', 'x')`,
      `select identifier from transactions where identifier = '{due}' for update`,
    ],
    'ends the proof of the audit log': [
      `insert into audit_log (id, actor, action, subject) overriding system value values (9223372036854775807, 'alice', 'list.viewed', 'unknown')`,
      `insert into audit_log (actor, action, subject, login) values ('alice', 'list.viewed', 'unknown', 'gateway_admin')`,
      `insert into audit_log (actor, action, subject, at) values ('alice', 'list.viewed', 'unknown', '2020-01-01')`,
      `update audit_log set actor = 'alice'`,
      'delete from audit_log',
      'select id from audit_log for update',
      `insert into audit_seals (n, through_id, row_count, hash, sealed_at) values (1000, 1, 1, repeat('0', 64), now())`,
    ],
    'reads what is sealed, or who is blocked': sealed.map((table) => `select from ${table}`),
    'logs what is no view': [
      `insert into audit_log (actor, action, subject, details) values ('alice', 'log.sealed', '1', '{"hash":"0"}')`,
      ...['balance.posted', 'decision.taken', 'key.created', 'configuration.applied', 'a.b'].map(
        (action) => `insert into audit_log (actor, action, subject) values ('alice', '${action}', 'x')`,
      ),
    ],
    'holds a table': locks(['transactions', 'events', 'attempts', 'audit_log']),
  },
} satisfies Readonly<Record<'checkout' | 'api' | 'staff', Readonly<Record<string, readonly string[]>>>>;

function endings(identifier: string): readonly string[] {
  return ['success', 'declined', 'error', 'expired'].map(
    (status) =>
      `update transactions set status = '${status}', status_source = 'provider', finished_at = now() where identifier = '${identifier}'`,
  );
}

/** What the checkout may do, but for these columns. */
function post(changes: Readonly<Record<string, string>>, identifier = '{page}'): string {
  const columns = {
    status: `'pending'`,
    status_source: `'customer'`,
    submit_due_at: 'clock_timestamp()',
    revision: 'revision + 1',
    progressed_at: 'clock_timestamp()',
    payable_until: 'now()',
    ...changes,
  };
  const set = Object.entries(columns).map(([column, value]) => `${column} = ${value}`);
  return `update transactions set ${set.join(', ')} where identifier = '${identifier}'`;
}

/** What the api may do, but for these columns. */
function registration(changes: Readonly<Record<string, string>>): string {
  const columns = {
    identifier: `'019a0000-0000-7000-8000-00000000000e'`,
    request_id: `'019a0000-0000-7000-8000-00000000000e'`,
    type: `'payment'`,
    merchant: `'eve'`,
    project: `'eve'`,
    reference: `'eve'`,
    method: `'ideal'`,
    style: `'h2h'`,
    currency: `'EUR'`,
    amount: '10',
    status: `'pending'`,
    status_source: `'api'`,
    plan: `'{}'`,
    content_fingerprint: `''`,
    payable_until: 'now()',
    created_at: 'now()',
    ...changes,
  };
  return `insert into transactions (${Object.keys(columns).join(', ')}) values (${Object.values(columns).join(', ')})`;
}

function redirections(): readonly string[] {
  return [
    `callback_url = 'https://attacker.test'`,
    `redirect_url = 'https://attacker.test'`,
    `cancel_url = 'https://attacker.test'`,
    `error_url = 'https://attacker.test'`,
    `challenge = '{"type":"redirect","url":"https://attacker.test"}'`,
    'amount = 1',
    'billing_amount = 1',
    `merchant = 'eve'`,
    `plan = '{}'`,
    `provider = 'other'`,
    `bank_code = '044', bank_name = 'Other'`,
    `counted_mid = 'other'`,
  ].flatMap((change) =>
    ['{page}', '{due}', '{choice}'].map(
      (identifier) => `update transactions set ${change} where identifier = '${identifier}'`,
    ),
  );
}

function locks(tables: readonly string[]): readonly string[] {
  return tables.flatMap((table) =>
    ['access exclusive', 'share row exclusive', 'share'].map((mode) => `lock table ${table} in ${mode} mode`),
  );
}

function card(identifier: string): string {
  return `insert into card_vault (identifier, card_box, cvv_box, expires_at)
    values ('${identifier}', '', '', now() + interval '1 minute')`;
}
