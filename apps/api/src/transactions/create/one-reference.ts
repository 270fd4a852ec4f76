import { Injectable } from '@nestjs/common';
import type { KnownTransaction } from '#persistence/transactions/find-transaction';
import { HeldCalls } from '../../http/held-calls.js';
import type { Accepted } from '../../http/acceptance.pipe.js';
import type { Call } from '../../http/parameters.js';
import { unavailable } from '../../http/unavailable.js';
import { CreateLimit } from '../../resources/create-limit.js';
import type { ReferenceKey } from '../read/check-transaction.js';
import { Duplicates } from './duplicates.js';
import { IdempotencyRecords, type CreateCall, type CreatedTransaction } from './idempotency-record.js';
import { RequestFingerprints } from './request-fingerprint.js';

/** Registers the transaction and answers for it; undefined: another call has registered the reference first. */
type CreateNew = (call: CreateCall, fingerprint: Buffer) => Promise<CreatedTransaction | undefined>;

/** One reference is one transaction, and a repeated call joins it or is refused (contract §4). */
@Injectable()
export class OneReference {
  constructor(
    private readonly records: IdempotencyRecords,
    private readonly fingerprints: RequestFingerprints,
    private readonly duplicates: Duplicates,
    private readonly heldCalls: HeldCalls,
    private readonly createLimit: CreateLimit,
  ) {}

  createOrJoin(
    call: Call,
    key: ReferenceKey,
    { body }: Pick<Accepted<unknown>, 'body'>,
    createNew: CreateNew,
  ): Promise<CreatedTransaction> {
    const record = this.records.follow(call.response);
    return record.recorded(this.joinOrCreate({ ...call, record }, key, body, createNew));
  }

  /** Throws unavailable while Postgres is unreachable. */
  findKnown(call: CreateCall, key: ReferenceKey): Promise<KnownTransaction | undefined> {
    return this.duplicates.find(call, key).catch(unavailable(key.reference));
  }

  private async joinOrCreate(
    call: CreateCall,
    key: ReferenceKey,
    body: Accepted<unknown>['body'],
    createNew: CreateNew,
  ): Promise<CreatedTransaction> {
    const { project, merchant } = call.caller;
    const fingerprint = this.fingerprints.of(project, body);
    const known = await this.findKnown(call, key);
    if (known) return this.duplicates.join(call, known, fingerprint.isSame);
    const release = this.heldCalls.begin(project, key.reference);
    const created = await this.createLimit
      .during(merchant, key, () => createNew(call, fingerprint.stored))
      .finally(release);
    if (created) return created;
    const winner = await this.duplicates.findWinner(call, key);
    return this.duplicates.join(call, winner, fingerprint.isSame);
  }
}
