import { Injectable } from '@nestjs/common';
import { GatewayError } from '#domain/errors/gateway-error';
import { writtenChallenge } from '#domain/wire/acceptance';
import { describeRecord, type TransactionDescription } from '#domain/wire/record';
import { isFinal, type TransactionType } from '#domain/transaction/status';
import { Database } from '#persistence/database';
import { EnvelopeCipher } from '#persistence/secrets/envelope-cipher';
import { findRecord, type TransactionRecord } from '#persistence/transactions/find-transaction';
import { openPersonalData } from '#persistence/transactions/personal-data';
import { isReference } from '../../http/constraints.js';
import { HeldCalls } from '../../http/held-calls.js';
import type { Caller } from '../../http/parameters.js';
import { unavailable } from '../../http/unavailable.js';
import { Challenges } from './challenges.js';
import { FindAftermath } from './find-aftermath.js';
import { maskAccounts } from './mask-accounts.js';
import { StatusWatch } from './status-watch.js';
import { transactionNotFound } from './transaction-not-found.js';

/** Contract §7: `wait` is a whole number of seconds up to this. */
const waitSecondsMax = 30;

/** A transaction by the merchant's own reference, for all projects of the merchant. */
export type ReferenceKey = { readonly type: TransactionType; readonly reference: string };

/** The check endpoint (contract §7). */
@Injectable()
export class CheckTransaction {
  constructor(
    private readonly database: Database,
    private readonly statusWatch: StatusWatch,
    private readonly challenges: Challenges,
    private readonly envelopeCipher: EnvelopeCipher,
    private readonly heldCalls: HeldCalls,
    private readonly aftermath: FindAftermath,
  ) {}

  /**
   * The full record of a transaction (contract §8). With `wait` it is answered once the status changes, or at once if the
   * limit of waiting calls is reached.
   */
  async check(
    caller: Caller,
    key: ReferenceKey,
    wait: string | string[] | undefined,
  ): Promise<TransactionDescription> {
    const waitSeconds = readWait(wait);
    const first = await this.find(caller, key);
    const { identifier, status } = first.transaction;
    if (waitSeconds === 0 || isFinal(status)) return this.describe(caller, first);
    const release = this.heldCalls.wait(caller.project);
    if (!release) return this.describe(caller, first);
    const deadline = Date.now() + waitSeconds * 1_000;
    await this.statusWatch.until(identifier, (seen) => seen.status !== status, deadline).finally(release);
    return this.describe(caller, await this.find(caller, key));
  }

  /** Throws resourceNotFound, or unavailable while Postgres is unreachable. */
  async find({ merchant }: Caller, { type, reference }: ReferenceKey): Promise<TransactionRecord> {
    // Postgres does not accept every text.
    if (!isReference(reference)) throw transactionNotFound(type, reference);
    const record = await findRecord(this.database, { merchant, type, reference }).catch(
      unavailable(reference),
    );
    if (!record) throw transactionNotFound(type, reference);
    return record;
  }

  /** The full record (contract §8). Throws unavailable while Postgres is unreachable. */
  async describe(
    caller: Caller,
    { transaction, history, callback, personalCiphertext }: TransactionRecord,
  ): Promise<TransactionDescription> {
    const { style, identifier } = transaction;
    const challenge = this.challenges.openOf(transaction);
    const pageUrl = style === 'hpp' ? this.challenges.hostedPageUrl(identifier) : undefined;
    const { requisites = {} } = openPersonalData(this.envelopeCipher, identifier, personalCiphertext);
    return describeRecord(
      {
        transaction,
        challenge: writtenChallenge({ transaction, challenge }),
        pageUrl,
        history,
        requisites: Object.keys(requisites).length > 0 ? maskAccounts(requisites) : undefined,
        callback,
        aftermath: await this.aftermath.of(caller, transaction),
      },
      new Date(),
    );
  }
}

function readWait(wait: string | string[] | undefined): number {
  if (wait === undefined || wait === '') return 0;
  const seconds = typeof wait === 'string' && /^\d{1,2}$/.test(wait) ? Number(wait) : Number.NaN;
  if (seconds <= waitSecondsMax) return seconds;
  const problem = `must be a whole number of seconds from 0 to ${waitSecondsMax}`;
  throw new GatewayError('invalidParams', { fields: [{ path: 'wait', problem }] });
}
