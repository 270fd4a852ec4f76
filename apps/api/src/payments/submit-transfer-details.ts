import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Client } from '@temporalio/client';
import { transferWorkflowOptions, transferWorkflowType } from '#contracts/follow-up-workflows';
import { GatewayError } from '#domain/errors/gateway-error';
import { isFinal } from '#domain/transaction/status';
import { Database } from '#persistence/database';
import { KeyedHashes, type HashForEach } from '#persistence/secrets/keyed-hashes';
import { EnvelopeCipher } from '#persistence/secrets/envelope-cipher';
import {
  findTransferSubject,
  keepTransferDetails,
  sealTransferDetails,
  type TransferSubject,
} from '#persistence/transactions/transfer-details';
import type { Logger } from '#runtime/create-log';
import { withDeadline } from '#runtime/with-deadline';
import type { Call, Caller } from '../http/parameters.js';
import { unavailable } from '../http/unavailable.js';
import { CurrentConfiguration, LOG } from '../resources/resources.module.js';
import { registrationFailure } from '../transactions/create/registration-failure.js';
import { transactionNotFound } from '../transactions/read/transaction-not-found.js';
import type { AcceptedDetails } from './transfer-details.dto.js';

/** The details are stored, and recovery starts the workflow if this takes longer. */
const startLimitMs = 3_000;

/** Transfer details in Postgres: encrypted, with a fingerprint that recognises the same details again. */
@Injectable()
export class KeptTransferDetails {
  constructor(
    private readonly database: Database,
    private readonly envelopeCipher: EnvelopeCipher,
    private readonly keyedHashes: KeyedHashes,
  ) {}

  /** The payment that the details are for. */
  async find(
    { merchant }: Caller,
    { reference }: AcceptedDetails,
    deadline: number,
  ): Promise<TransferSubject> {
    const finding = findTransferSubject(this.database, { merchant, reference });
    const found = await withDeadline(deadline, finding).catch(unavailable(reference));
    if (found.kind === 'late') throw new GatewayError('unavailable', { reference });
    if (!found.answer) throw transactionNotFound('payment', reference);
    return found.answer;
  }

  /** True if the same details were accepted before, false if they can be accepted now. */
  isKnown(subject: TransferSubject, { details }: AcceptedDetails): boolean {
    const { identifier, reference, fingerprint } = subject;
    const refuse = (path: string, problem: string) =>
      new GatewayError('invalidParams', { identifier, reference, fields: [{ path, problem }] });
    if (fingerprint) {
      if (this.fingerprintsOf(identifier, details).some((known) => timingSafeEqual(fingerprint, known)))
        return true;
      throw refuse(
        'tracking_key',
        'must match the transfer details that were already accepted for this payment',
      );
    }
    if (subject.challengeType !== 'bank_transfer_mexico') {
      throw new GatewayError('challengeNotAsked', { identifier, reference });
    }
    if (isFinal(subject.status))
      throw refuse('reference', 'must name an open payment, but this one has ended without transfer details');
    return false;
  }

  /** Stores the details; true if they are the first ones of this payment. */
  async keep(subject: TransferSubject, { details }: AcceptedDetails, deadline: number): Promise<boolean> {
    const { identifier, requestId, reference } = subject;
    const [fingerprint] = this.fingerprintsOf(identifier, details);
    const keeping = keepTransferDetails(this.database, {
      identifier,
      fingerprint,
      ciphertext: sealTransferDetails(this.envelopeCipher, identifier, details),
    });
    const kept = await withDeadline(deadline, keeping).catch((error: unknown) => {
      throw registrationFailure(error, requestId, { type: 'payment', reference });
    });
    if (kept.kind === 'late') throw timedOut(subject);
    return kept.answer;
  }

  /** Covers the fields in a fixed order; the rest of the body and its formatting make no difference. */
  private fingerprintsOf(
    identifier: string,
    { trackingKey, senderBank, senderClabe, transferredAt }: AcceptedDetails['details'],
  ): HashForEach {
    const fields = [trackingKey, senderBank ?? null, senderClabe ?? null, transferredAt ?? null];
    return this.keyedHashes.transfer(identifier, JSON.stringify(fields));
  }
}

/**
 * Transfer details of a Mexico payment (contract §7). Once their row exists they are accepted, and are passed on to the
 * provider whatever fails.
 */
@Injectable()
export class SubmitTransferDetails {
  constructor(
    private readonly configuration: CurrentConfiguration,
    private readonly kept: KeptTransferDetails,
    private readonly temporal: Client,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /**
   * Throws resourceNotFound, challengeNotAsked, invalidParams for details that differ from the accepted ones or come after
   * the end of the payment, paymentTimeout if the outcome is unknown.
   */
  async submit({ caller, receivedAt }: Call, accepted: AcceptedDetails): Promise<void> {
    const deadline = receivedAt + this.configuration.project(caller.project).timing.responseDeadlineMs;
    const subject = await this.kept.find(caller, accepted, deadline);
    if (this.kept.isKnown(subject, accepted)) return;

    const isFirst = await this.kept.keep(subject, accepted, deadline);
    if (isFirst) return void this.startWorkflow(subject);
    // Another call came first, or the payment has ended meanwhile: read it again.
    const now = await this.kept.find(caller, accepted, deadline);
    if (!this.kept.isKnown(now, accepted)) throw timedOut(now);
  }

  private async startWorkflow(subject: TransferSubject): Promise<void> {
    try {
      await this.temporal.withDeadline(Date.now() + startLimitMs, () =>
        this.temporal.workflow.start(transferWorkflowType, transferWorkflowOptions(subject)),
      );
    } catch {
      this.log.warn({ identifier: subject.identifier }, 'workflow not started; recovery will start it');
    }
  }
}

/** The call is safe to repeat: the same details are accepted once. */
function timedOut({ identifier, requestId, reference }: TransferSubject): GatewayError {
  return new GatewayError('paymentTimeout', { identifier, requestId, reference });
}
