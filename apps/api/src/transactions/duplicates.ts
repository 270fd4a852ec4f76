import { Inject, Injectable } from '@nestjs/common';
import { timeoutErrors } from '#domain/errors/error-catalogue';
import { GatewayError } from '#domain/errors/gateway-error';
import type { TransactionRequest } from '#domain/transaction/request';
import type { Database } from '#persistence/database';
import {
  findByIdentifier,
  findByReference,
  type KnownTransaction,
} from '#persistence/transactions/find-transaction';
import { CurrentConfiguration, DATABASE } from '../resources/resources.js';
import { StatusWatch } from './status-watch.js';
import { TimedOutAnswers } from './timed-out-answers.js';
import type { AcceptanceResponse, CreateCall } from './track-answer.js';

/**
 * Contract §4, the duplicate table. Whoever has an answer gets 108; the same content whose callers all got a 504 or
 * no answer re-joins the one transaction that exists. A second one never does.
 */
@Injectable()
export class Duplicates {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly configuration: CurrentConfiguration,
    private readonly statusWatch: StatusWatch,
    private readonly timedOutAnswers: TimedOutAnswers,
  ) {}

  /** The transaction that has the reference of this call, if there is one. Rejects while Postgres is out of reach. */
  find(
    { caller: { merchant } }: CreateCall,
    request: TransactionRequest,
  ): Promise<KnownTransaction | undefined> {
    const { reference, row } = request;
    return findByReference(this.database, { merchant, type: row.type, reference });
  }

  async answer(
    call: CreateCall,
    known: KnownTransaction,
    isSame: (contentFingerprint: Buffer) => boolean,
  ): Promise<AcceptanceResponse> {
    const { identifier, requestId, reference } = known;
    if (!isSame(known.contentFingerprint)) {
      throw new GatewayError('duplicatedReference', { reference });
    }
    const isAnswering = known.answer === 'answering' && !this.timedOutAnswers.has(identifier);
    if (known.answer === 'answered' || isAnswering) {
      throw new GatewayError('duplicatedReference', { reference, identifier, requestId });
    }
    call.answer.speaksFor(identifier, 'rejoin');
    const { timing } = this.configuration.project(call.caller.project);
    const deadline = call.receivedAt + timing.responseDeadlineMs;
    const standing = await this.statusWatch.until(identifier, (seen) => seen.isStepped, deadline);
    if (standing?.isStepped) {
      const transaction = await findByIdentifier(this.database, identifier).catch(() => undefined);
      if (transaction) return call.render(transaction, { isFirst: false });
    }
    throw new GatewayError(timeoutErrors[known.type], { identifier, requestId, reference });
  }
}
