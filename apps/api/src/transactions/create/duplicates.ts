import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { timeoutErrors } from '#domain/errors/error-catalogue';
import { GatewayError } from '#domain/errors/gateway-error';
import { Database } from '#persistence/database';
import {
  findByReference,
  type CallersAnswer,
  type KnownTransaction,
} from '#persistence/transactions/find-transaction';
import { HeldCalls } from '../../http/held-calls.js';
import { unavailable } from '../../http/unavailable.js';
import { CurrentConfiguration } from '../../resources/resources.module.js';
import type { ReferenceKey } from '../read/check-transaction.js';
import { StatusWatch } from '../read/status-watch.js';
import { AnsweredCalls } from './answered-calls.js';
import type { CreateCall, CreatedTransaction } from './idempotency-record.js';
import { TimedOutCalls } from './timed-out-calls.js';

const winnerLookMs = 250;

/**
 * The duplicate table of contract §4. A reference that was answered is refused with 108; the same content re-joins the
 * existing transaction if all its callers so far got a 504 or no answer. No reference is ever registered twice.
 */
@Injectable()
export class Duplicates {
  constructor(
    private readonly database: Database,
    private readonly configuration: CurrentConfiguration,
    private readonly statusWatch: StatusWatch,
    private readonly answeredCalls: AnsweredCalls,
    private readonly timedOutCalls: TimedOutCalls,
    private readonly heldCalls: HeldCalls,
  ) {}

  /** The transaction that already has this reference, if any. Rejects while Postgres is unreachable. */
  find(
    { caller: { merchant } }: Pick<CreateCall, 'caller'>,
    key: ReferenceKey,
  ): Promise<KnownTransaction | undefined> {
    return findByReference(this.database, { merchant, ...key });
  }

  /**
   * The transaction that won the race for this reference, which this call has just lost. While Postgres is unreachable it is
   * looked for again until the deadline; then the call ends with 504, because a 108 would have to say whether the content is
   * the same.
   */
  async findWinner(call: CreateCall, key: ReferenceKey): Promise<KnownTransaction> {
    const { deadline, release } = this.mayWait(call);
    try {
      for (;;) {
        const winner = await this.find(call, key).catch(() => undefined);
        if (winner) return winner;
        if (Date.now() + winnerLookMs > deadline) {
          throw new GatewayError(timeoutErrors[key.type], { reference: key.reference });
        }
        await sleep(winnerLookMs);
      }
    } finally {
      release();
    }
  }

  /**
   * Waits for the first result of a known transaction. `isSame`: whether a stored fingerprint is of this call's content.
   * Throws duplicatedReference (108), or a 504 if there is no result by the deadline.
   */
  async join(
    call: Pick<CreateCall, 'caller' | 'receivedAt' | 'record'>,
    known: KnownTransaction,
    isSame: (fingerprint: Buffer) => boolean,
  ): Promise<CreatedTransaction> {
    const { identifier, requestId, reference } = known;
    if (!isSame(known.contentFingerprint)) {
      throw new GatewayError('duplicatedReference', { reference });
    }
    if ((await this.callersAnswer(call, known)) !== 'none') {
      const description = describeOwn(known);
      throw new GatewayError('duplicatedReference', { reference, identifier, requestId, description });
    }
    call.record.speaksFor(identifier, 'rejoin');
    const { deadline, release } = this.mayWait(call);
    const current = await this.statusWatch
      .until(identifier, (seen) => seen.hasFirstResult, deadline)
      .finally(release);
    if (current?.hasFirstResult) {
      const created = await call.record.answerWith(deadline).catch(() => undefined);
      if (created) return created;
    }
    throw new GatewayError(timeoutErrors[known.type], { identifier, requestId, reference });
  }

  /** A known reference is never refused: if no more calls may wait, this one is answered at once. */
  private mayWait({ caller, receivedAt }: Pick<CreateCall, 'caller' | 'receivedAt'>) {
    const { timing } = this.configuration.project(caller.project);
    const release = this.heldCalls.join(caller.project);
    const deadline = release ? receivedAt + timing.responseDeadlineMs : Date.now();
    return { deadline, release: () => release?.() };
  }

  /**
   * What the transaction's callers have got by now. Reads the row again if it says "answering": the 504 of a call that this
   * process no longer remembers may have been recorded after the first read.
   */
  private async callersAnswer(
    { caller: { merchant } }: Pick<CreateCall, 'caller'>,
    { identifier, type, reference, answer }: KnownTransaction,
  ): Promise<CallersAnswer> {
    if (this.answeredCalls.has(identifier)) return 'answered';
    if (answer !== 'answering') return answer;
    if (this.timedOutCalls.has(identifier)) return 'none';
    const now = await findByReference(this.database, { merchant, type, reference }).catch(
      unavailable(reference),
    );
    return now?.answer ?? answer;
  }
}

/** Only for the same content (contract §4): a caller with other content learns nothing about the transaction. */
function describeOwn({ type, identifier, status, reference }: KnownTransaction): string {
  const path = `/v2/${type}/${encodeURIComponent(reference)}`;
  return `The reference is already in use by ${type} ${identifier} with status ${status}, see GET ${path}`;
}
