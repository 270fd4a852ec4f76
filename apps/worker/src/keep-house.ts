import type { Client } from '@temporalio/client';
import type { Configuration } from '#domain/configuration/configuration';
import { isSealDue, sealAuditLog } from '#persistence/audit/seal-audit-log';
import { destroyVaultKeys, emptyVault, renewVaultKey } from '#persistence/card-vault/keep-vault-keys';
import type { Metrics } from '#metrics/metrics';
import type { Database } from '#persistence/database';
import { purgeLimitCounters } from '#persistence/limits/limit-counters';
import { makeMonths } from '#persistence/months/make-months';
import { addToSums } from '#persistence/reports/add-to-sums';
import { forgetDeclinedCards } from '#persistence/risk/blocks';
import { purgeExpiredCards, purgePersonalData } from '#persistence/transactions/purge';
import type { EnvelopeCipher } from '#persistence/secrets/envelope-cipher';
import type { Logger } from '#runtime/create-log';
import type { Stoppable } from '#runtime/run-process';
import { createSuccessLookupRecovery } from './recovery/recover-success-lookups.js';
import { findLostWorkflows } from './recovery/find-lost-workflows.js';
import { reviewStalled } from './recovery/review-stalled.js';
import { repeat, type Turn } from '#runtime/repeat';
import {
  createClosingTeller,
  ensureDifferences,
  followStatements,
} from './statements/look-after-differences.js';
import { unlessClosed, type ReachFinance } from './statements/reach-finance.js';
import { startDueStatements } from './statements/start-due-statements.js';
import { createFolderWatch } from './statements/watch-folders.js';
import {
  recoverWorkflows,
  returnLostWorkflows,
  recoverTurns,
  recoverUnread,
  recoverReviews,
  recoverTransfers,
  recoverLateLookups,
  sendAgain,
} from './recovery/recover-workflows.js';

const recoverEveryMs = 1_000;
/** A new database of Temporal is noticed within this time; each check costs one call and a statement. */
const lossEveryMs = 2_000;
const purgeEveryMs = 60_000;
/** Interval for the removal of expired keys and of remains of deleted cards. */
const shredEveryMs = 10_000;
const purgedAtOnceMax = 1_000;
const statementsEveryMs = 10_000;
const foldersEveryMs = 5_000;
/** A report itself adds what was posted since. */
const sumsEveryMs = 30_000;
/** Of a merchant; some tens of milliseconds of Postgres. */
const summedAtOnceMax = 10_000;
/** Three months are created ahead, so that a failed turn is followed by thousands before it matters. */
const monthsEveryMs = 10 * 60_000;

export type HousekeepingDependencies = {
  readonly database: Database;
  readonly reachFinance: ReachFinance;
  readonly client: Client;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly vaultCipher: EnvelopeCipher;
  readonly configuration: () => Configuration;
};

/** Starts the periodic tasks, each in a loop of its own, so that none can delay or stop another. */
export function keepHouse(dependencies: HousekeepingDependencies): readonly Stoppable[] {
  const { database, log, vaultCipher, configuration } = dependencies;
  const ladderMs = () => configuration().timing.recoveryMs;
  const recovering = { ...dependencies, ladderMs };
  const vaultKey = () => ({ sealsForMs: configuration().timing.vaultKeyMs });
  const retentionMs = () => configuration().timing.retentionPersonalMs;
  const often = (name: string, run: () => Promise<Turn | void>, everyMs = recoverEveryMs) =>
    repeat(name, { everyMs, log, run });
  const purge = (name: string, remove: (limit: number) => Promise<number>) =>
    repeat(`purge of ${name}`, {
      everyMs: purgeEveryMs,
      log,
      run: async () => {
        const purged = await remove(purgedAtOnceMax);
        if (purged > 0) log.info({ [name]: purged }, 'purged');
        return purged >= purgedAtOnceMax ? 'more' : 'done';
      },
    });
  /** Logs the hash as well: the log is out of reach for an attacker who rewrites the database. */
  const seal = async () => {
    const sealed = (await isSealDue(database)) ? await sealAuditLog(database) : undefined;
    if (sealed) log.info({ seal: sealed.n, rows: sealed.rowCount, hash: sealed.hash }, 'audit log sealed');
  };
  const months = async () => {
    const made = await makeMonths(database);
    if (made > 0) log.info({ made }, 'months made ahead');
  };
  const sums = async () => ((await addToSums(database, { limit: summedAtOnceMax })) ? 'more' : 'done');
  return [
    often('lost workflows', () => findLostWorkflows(dependencies), lossEveryMs),
    often('recovery of workflows', () => recoverWorkflows(recovering)),
    often('return of lost workflows', () => returnLostWorkflows(recovering), lossEveryMs),
    often('recovery of unread reports', () => recoverUnread(recovering)),
    often('turns of refunds', () => recoverTurns(recovering)),
    often('recovery of reviews', () => recoverReviews(recovering)),
    often('recovery of transfer details', () => recoverTransfers(recovering)),
    often('late look-ups', () => recoverLateLookups(recovering)),
    often('look-ups of successful payments', createSuccessLookupRecovery(recovering)),
    often('redeliveries', () => sendAgain(recovering)),
    reviewStalled(dependencies),
    often(
      'statements that are due',
      unlessClosed(() => startDueStatements(recovering)),
      statementsEveryMs,
    ),
    often('folders of statements', unlessClosed(createFolderWatch(dependencies)), foldersEveryMs),
    often('differences', () => ensureDifferences(recovering)),
    often(
      'what statements say',
      unlessClosed(() => followStatements(recovering)),
    ),
    often('closed differences', createClosingTeller(recovering)),
    often(
      'renewal of the vault key',
      async () => void (await renewVaultKey(database, vaultCipher, vaultKey())),
    ),
    often(
      'destruction of vault keys',
      async () => void (await destroyVaultKeys(database, vaultKey())),
      shredEveryMs,
    ),
    often('sealing of the audit log', seal, purgeEveryMs),
    often('months ahead', months, monthsEveryMs),
    often('sums of the provider books', sums, sumsEveryMs),
    often('emptying of the vault', async () => void (await emptyVault(database)), shredEveryMs),
    purge('cards', (limit) => purgeExpiredCards(database, limit)),
    purge('personal data', (limit) => purgePersonalData(database, { retentionMs: retentionMs(), limit })),
    purge('counters of limits', (limit) => purgeLimitCounters(database, limit)),
    purge('declined cards', (limit) => forgetDeclinedCards(database, limit)),
  ];
}
