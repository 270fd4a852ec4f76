import { keepProof, proveLedger } from '#persistence/ledger/prove-ledger';
import { listKeptSince } from '#persistence/months/make-months';
import type { Outcome } from '../command/declare.js';
import type { Session } from '../command/session.js';

const proofTimeoutMs = 10 * 60_000;

/** Checks the ledger against transactions and counters, and keeps the proof for the metrics. */
export async function checkLedger(session: Session): Promise<Outcome> {
  const { say } = session;
  const database = await session.openDatabase({ statementTimeoutMs: proofTimeoutMs });
  const startedAt = Date.now();
  const proof = await proveLedger(database);
  const { counts, differences, differencesCount } = proof;
  const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1);
  const { entries, balances, payouts, payments, refunds, counters } = counts;
  say(
    `${entries} entries, ${balances} balances, ${payouts} payouts, ${payments} payments, ${refunds} refunds, ${counters} counters: ` +
      `${differencesCount} differences (${seconds} s)`,
  );
  for (const { rule, subject, found, expected } of differences)
    say(`✖ ${rule}. ${subject}: is ${found}, should be ${expected}`);
  if (differencesCount > differences.length) say('… and more');
  const exported = await listKeptSince(database);
  for (const { tableName, since } of exported)
    say(`${tableName}: rows before ${since.toISOString()} have been exported and were not checked`);
  await keepProof(database, proof);
  return { data: { counts, differencesCount, differences, exported }, hasFindings: differencesCount > 0 };
}
