import { migrate } from '#persistence/migrate';
import { applyRoles } from '#persistence/roles/apply-roles';
import type { Outcome } from '../command/declare.js';
import type { Session } from '../command/session.js';

/**
 * Migrates the schema to the version of this build, as the owner of the tables, and grants each process its role. A role is
 * created if its password is given; otherwise it must exist. A missing role that an installation can do without is only named. Safe
 * to repeat, to run concurrently, and to be killed.
 */
export async function migrateSchema(session: Session): Promise<Outcome> {
  const passwords = session.settings((read) => ({
    api: read.text('API_DATABASE_PASSWORD', '') || undefined,
    worker: read.text('WORKER_DATABASE_PASSWORD', '') || undefined,
    checkout: read.text('CHECKOUT_DATABASE_PASSWORD', '') || undefined,
    admin: read.text('ADMIN_DATABASE_PASSWORD', '') || undefined,
    staff: read.text('STAFF_DATABASE_PASSWORD', '') || undefined,
    finance: read.text('FINANCE_DATABASE_PASSWORD', '') || undefined,
  }));
  // One connection keeps other migrations out, the other one works.
  const database = await session.openDatabase({ name: 'migrate', poolSize: 2 });
  let left: readonly string[] = [];
  const { applied, newer } = await migrate(database, {
    async afterwards() {
      left = await applyRoles(database, passwords);
    },
  });
  if (newer.length > 0)
    session.say(
      `The schema is newer than this build and was left unchanged. It also has ${newer.join(', ')}.`,
    );
  else session.say(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The schema is up to date.');
  for (const sentence of left) session.say(sentence);
  return { data: { applied, newer } };
}
