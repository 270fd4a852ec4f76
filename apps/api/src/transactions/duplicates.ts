import { Injectable } from '@nestjs/common';
import { timeoutErrors } from '#domain/errors/error-catalogue';
import { GatewayError } from '#domain/errors/gateway-error';
import type { TransactionRequest } from '#domain/transaction/request';
import { Database } from '#persistence/database';
import {
  findByReference,
  type CallersAnswer,
  type KnownTransaction,
} from '#persistence/transactions/find-transaction';
import { HeldCalls } from '../http/held-calls.js';
import { CurrentConfiguration } from '../resources/resources.module.js';
import { StatusWatch } from './status-watch.js';
import { AnsweredCalls } from './answered-calls.js';
import type { AcceptanceResponse, CreateCall } from './idempotency-record.js';
import { TimedOutCalls } from './timed-out-calls.js';

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
    request: TransactionRequest,
  ): Promise<KnownTransaction | undefined> {
    const { reference, method } = request;
    return findByReference(this.database, { merchant, type: method.type, reference });
  }

  async answer(
    call: Omit<CreateCall, 'response' | 'requestId' | 'traceparent'>,
    known: KnownTransaction,
    isSame: (fingerprint: Buffer) => boolean,
  ): Promise<AcceptanceResponse> {
    const { identifier, requestId, reference } = known;
    if (!isSame(known.contentFingerprint)) {
      throw new GatewayError('duplicatedReference', { reference });
    }
    if ((await this.callersAnswer(call, known)) !== 'none') {
      const description = describeOwn(known);
      throw new GatewayError('duplicatedReference', { reference, identifier, requestId, description });
    }
    call.record.speaksFor(identifier, 'rejoin');
    const { timing } = this.configuration.project(call.caller.project);
    const release = this.heldCalls.join(call.caller.project);
    // A known reference is never refused: where no call may wait any more, it is told what there is.
    const deadline = release ? call.receivedAt + timing.responseDeadlineMs : Date.now();
    const current = await this.statusWatch
      .until(identifier, (seen) => seen.hasFirstResult, deadline)
      .finally(() => release?.());
    if (current?.hasFirstResult) {
      const answer = await this.render(call, deadline).catch(() => undefined);
      if (answer) return answer;
    }
    throw new GatewayError(timeoutErrors[known.type], { identifier, requestId, reference });
  }

  private async render(
    { record, render }: Pick<CreateCall, 'record' | 'render'>,
    deadline: number,
  ): Promise<AcceptanceResponse | undefined> {
    const created = await record.answerWith(deadline);
    return created && render(created, { isFirst: false });
  }

  /**
   * What the transaction's callers got by now. A 504 that is not remembered any more was written down, but maybe only after
   * the row was read: then it is read again.
   */
  private async callersAnswer(
    { caller: { merchant } }: Pick<CreateCall, 'caller'>,
    { identifier, type, reference, answer }: KnownTransaction,
  ): Promise<CallersAnswer> {
    if (this.answeredCalls.has(identifier)) return 'answered';
    if (answer !== 'answering') return answer;
    if (this.timedOutCalls.has(identifier)) return 'none';
    const now = await findByReference(this.database, { merchant, type, reference }).catch(() => {
      throw new GatewayError('unavailable', { reference });
    });
    return now?.answer ?? answer;
  }
}

/** Only for the same content (contract §4): who sends another content learns nothing of the transaction. */
function describeOwn({ type, identifier, status, reference }: KnownTransaction): string {
  const path = `/v2/${type}/${encodeURIComponent(reference)}`;
  return `The reference is already in use by ${type} ${identifier} with status ${status}, see GET ${path}`;
}
