import { randomBytes } from 'node:crypto';
import type { Database } from '#persistence/database';
import {
  registerTransaction,
  type Registration,
  type VaultedCard,
} from '#persistence/transactions/register-transaction';
import { euro } from '../fakes/limited.js';
import { openMerchant, naira } from './ledger.js';
import { payoutRegistration } from '../fakes/payouts.js';

/** Identifiers of what the statements of `unlawful-steps.ts` are about. */
export type StepSubjects = Readonly<Record<'page' | 'seen' | 'due' | 'told' | 'choice' | 'sent', string>>;

/** Counts no declines. */
export const pageGuard = {
  customer: undefined,
  address: 'b'.repeat(64),
  terms: { declines: {}, withinMs: 1, blockedForMs: 1 },
} as const;

/** Registers one of each kind, past the processes; and an open circuit and an endpoint that is let go. */
export async function openStepSubjects(database: Database): Promise<StepSubjects> {
  const merchant = await openMerchant(database, '1000');
  const register = async (changes: Partial<Registration>): Promise<string> => {
    const registration = { ...payoutRegistration({ merchant, money: naira('10') }), ...changes };
    await registerTransaction(database, registration);
    return registration.identifier;
  };
  const payment = {
    type: 'payment',
    ...euro('10'),
    billing: euro('10'),
    payableMs: 3_600_000,
    guard: pageGuard,
  } as const;
  const page = { ...payment, status: 'new', style: 'hpp', isDue: false } as const;
  const subjects = {
    page: await register(page),
    seen: await register(page),
    due: await register(payment),
    told: await register(payment),
    choice: await register({ isDue: false, banks: [{ code: '044', name: 'Bank', country: 'NG' }] }),
    sent: await register({}),
  };
  await database.query(
    `update transactions set opened_at = clock_timestamp(), faulty_forms = 3 where identifier = $1`,
    [subjects.seen],
  );
  // Longer ago than a step may take.
  const aged = [subjects.due, subjects.told, subjects.sent];
  await database.query(
    `update transactions set submit_due_at = now() - interval '1 hour' where identifier = any($1::uuid[])`,
    [aged],
  );
  await database.query(`update personal_data set transfer_box = '' where identifier = $1`, [subjects.told]);
  await database.query(
    `insert into attempts (identifier, n, provider, mid, provider_reference, state)
     values ($1::uuid, 1, 'sandbox', 'none', $1::uuid || '-1', 'unknown')`,
    [subjects.sent],
  );
  await database.query(
    `insert into circuits (mid, failures, failures_max, cooldown_ms, probe_due_at)
     values ('unlawful steps', 1, 100, 1000, now() + interval '1 day') on conflict do nothing`,
  );
  await database.query(
    `insert into endpoints (endpoint, resumed_at, next_release_at, probe_ms, callback_rate)
     values ('unlawful steps', now(), now() + interval '1 day', 1, 1) on conflict do nothing`,
  );
  return subjects;
}

/** Takes away what other tests would trip over. */
export async function closeStepSubjects(database: Database): Promise<void> {
  await database.query(`delete from circuits where mid = 'unlawful steps'`);
  await database.query(`delete from endpoints where endpoint = 'unlawful steps'`);
}

/** One that is never opened, sealed to the newest key. */
export async function sealedCard(database: Database): Promise<VaultedCard> {
  const [key] = await database.query<{ id: string }[]>(
    'select id from vault_keys order by created_at desc limit 1',
  );
  if (!key) throw new Error('the worker has made no key yet');
  return {
    keyId: key.id,
    cardCiphertext: randomBytes(8),
    cvvCiphertext: randomBytes(8),
    keptMs: 60_000,
    first6: '424242',
    last4: '4242',
    brand: 'visa',
    fingerprint: undefined,
  };
}
