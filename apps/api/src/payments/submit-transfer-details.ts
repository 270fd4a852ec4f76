import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Client } from '@temporalio/client';
import { transferFlowOptions, transferFlowType } from '#contracts/follow-up-flows';
import { GatewayError } from '#domain/errors/gateway-error';
import { isFinal } from '#domain/transaction/status';
import type { Database } from '#persistence/database';
import type { KeyedHashes } from '#persistence/secrets/keyed-hashes';
import type { SealedBox } from '#persistence/secrets/sealed-box';
import {
  findTransferSubject,
  keepTransferDetails,
  sealTransferDetails,
  type TransferSubject,
} from '#persistence/transactions/transfer-details';
import type { Logger } from '#runtime/create-log';
import { withDeadline } from '#runtime/with-deadline';
import type { Call, Caller } from '../http/parameters.js';
import { CurrentConfiguration, DATABASE, KEYED_HASHES, LOG, SEALED_BOX } from '../resources/resources.js';
import { registrationFailure } from '../transactions/registration-failure.js';
import type { AcceptedDetails } from './transfer-details.dto.js';

/** The details are kept; a workflow that cannot be started within this time is started by recovery. */
const startLimitMs = 3_000;

/** Transfer details in Postgres: sealed, with a fingerprint by which the same ones are known again. */
@Injectable()
export class KeptTransferDetails {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(SEALED_BOX) private readonly sealedBox: SealedBox,
    @Inject(KEYED_HASHES) private readonly keyedHashes: KeyedHashes,
  ) {}

  /** The payment that the details are for. */
  async find(
    { merchant }: Caller,
    { reference }: AcceptedDetails,
    deadline: number,
  ): Promise<TransferSubject> {
    const finding = findTransferSubject(this.database, { merchant, reference });
    const found = await withDeadline(deadline, finding).catch(() => {
      throw new GatewayError('unavailable', { reference });
    });
    if (found.kind === 'late') throw new GatewayError('unavailable', { reference });
    if (!found.answer) throw new GatewayError('resourceNotFound', { reference });
    return found.answer;
  }

  /** True when these very details were accepted before, false when they may be. */
  isKnown(subject: TransferSubject, { details }: AcceptedDetails): boolean {
    const { identifier, reference, fingerprint } = subject;
    const refuse = (path: string, problem: string) =>
      new GatewayError('invalidParams', { identifier, reference, fields: [{ path, problem }] });
    if (fingerprint) {
      if (timingSafeEqual(fingerprint, this.fingerprintOf(identifier, details))) return true;
      throw refuse('tracking_key', 'other transfer details were accepted for this payment');
    }
    if (subject.challengeType !== 'bank_transfer_mexico') {
      throw new GatewayError('challengeNotAsked', { identifier, reference });
    }
    if (isFinal(subject.status)) throw refuse('reference', 'the payment has ended without transfer details');
    return false;
  }

  /** Whether these are the first ones and are kept now. */
  async keep(subject: TransferSubject, { details }: AcceptedDetails, deadline: number): Promise<boolean> {
    const { identifier, requestId, reference } = subject;
    const keeping = keepTransferDetails(this.database, {
      identifier,
      fingerprint: this.fingerprintOf(identifier, details),
      box: sealTransferDetails(this.sealedBox, identifier, details),
    });
    const kept = await withDeadline(deadline, keeping).catch((error: unknown) => {
      throw registrationFailure(error, requestId, { type: 'payment', reference });
    });
    if (kept.kind === 'late') throw timedOut(subject);
    return kept.answer;
  }

  /** By the fields alone, in one order: what else was in the body, and how it was written, makes no difference. */
  private fingerprintOf(
    identifier: string,
    { trackingKey, senderBank, senderClabe, transferredAt }: AcceptedDetails['details'],
  ): Buffer {
    const fields = [trackingKey, senderBank ?? null, senderClabe ?? null, transferredAt ?? null];
    return this.keyedHashes.transfer(identifier, JSON.stringify(fields));
  }
}

/**
 * Transfer details of a Mexico payment (contract §7). Their row is their acceptance: from then on they are passed on
 * to the provider whatever fails.
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
   * Answers nothing, or throws: resourceNotFound, challengeNotAsked, invalidParams for other details than the accepted
   * ones or for first ones after the end, paymentTimeout when it cannot be known.
   */
  async submit({ caller, receivedAt }: Call, accepted: AcceptedDetails): Promise<void> {
    const deadline = receivedAt + this.configuration.project(caller.project).timing.responseDeadlineMs;
    const subject = await this.kept.find(caller, accepted, deadline);
    if (this.kept.isKnown(subject, accepted)) return;

    const isFirst = await this.kept.keep(subject, accepted, deadline);
    if (isFirst) return void this.startWorkflow(subject);
    // Another call was first with this payment, or it has ended meanwhile: either way Postgres knows now.
    const now = await this.kept.find(caller, accepted, deadline);
    if (!this.kept.isKnown(now, accepted)) throw timedOut(now);
  }

  private async startWorkflow(subject: TransferSubject): Promise<void> {
    try {
      await this.temporal.withDeadline(Date.now() + startLimitMs, () =>
        this.temporal.workflow.start(transferFlowType, transferFlowOptions(subject)),
      );
    } catch {
      this.log.warn({ identifier: subject.identifier }, 'flow not started, the sweep will');
    }
  }
}

/** Safe to repeat: the same details are accepted once. */
function timedOut({ identifier, requestId, reference }: TransferSubject): GatewayError {
  return new GatewayError('paymentTimeout', { identifier, requestId, reference });
}
