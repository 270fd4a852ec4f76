import { timingSafeEqual } from 'node:crypto';
import { transferFlowOptions, transferFlowType } from '#contracts/transfer-flow';
import { GatewayError } from '#domain/errors/gateway-error';
import { isFinal } from '#domain/transaction';
import {
  findTransferSubject,
  keepTransferDetails,
  sealTransferDetails,
  type TransferSubject,
} from '#persistence/transactions/transfer-details';
import type { ApiContext } from '../api-context.js';
import type { Call, Caller } from '../http/parameters.js';
import { projectOf } from '../transactions/compose-registration.js';
import { registrationFailure } from '../transactions/registration-failure.js';
import type { AcceptedDetails } from './transfer-details.dto.js';
import { before } from '../before.js';

/** The details are kept; a flow that cannot be started within this time is started by the sweep. */
const startLimitMs = 3_000;

/**
 * Transfer details of a Mexico payment (contract §7). Their row is their acceptance: from then on they are passed on
 * to the provider whatever fails. Answers nothing, or throws: resourceNotFound, challengeNotAsked, invalidParams for
 * other details than the accepted ones or for first ones after the end, paymentTimeout when it cannot be known.
 */
export async function submitTransferDetails(
  context: ApiContext,
  call: Call,
  accepted: AcceptedDetails,
): Promise<void> {
  const { caller } = call;
  const deadline = call.receivedAt + projectOf(context, caller.project).timing.responseDeadlineMs;
  const subject = await find(context, caller, accepted, deadline);
  if (isKnown(context, subject, accepted)) return;

  const isFirst = await keep(context, { subject, accepted, deadline });
  if (isFirst) return void startFlow(context, subject);
  // Another call was first with this payment, or it has ended meanwhile: either way the books know now.
  const now = await find(context, caller, accepted, deadline);
  if (!isKnown(context, now, accepted)) throw timedOut(now);
}

async function find(
  { database }: ApiContext,
  { merchant }: Caller,
  { reference }: AcceptedDetails,
  deadline: number,
): Promise<TransferSubject> {
  const found = await before(deadline, findTransferSubject(database, { merchant, reference })).catch(() => {
    throw new GatewayError('unavailable', { reference });
  });
  if (found.kind === 'late') throw new GatewayError('unavailable', { reference });
  if (!found.answer) throw new GatewayError('resourceNotFound', { reference });
  return found.answer;
}

/** True when these very details were accepted before, false when they may be. */
function isKnown(context: ApiContext, subject: TransferSubject, { details }: AcceptedDetails): boolean {
  const { identifier, reference, fingerprint } = subject;
  const refuse = (path: string, problem: string) =>
    new GatewayError('invalidParams', { identifier, reference, fields: [{ path, problem }] });
  if (fingerprint) {
    if (timingSafeEqual(fingerprint, fingerprintOf(context, identifier, details))) return true;
    throw refuse('tracking_key', 'other transfer details were accepted for this payment');
  }
  if (subject.challengeType !== 'bank_transfer_mexico') {
    throw new GatewayError('challengeNotAsked', { identifier, reference });
  }
  if (isFinal(subject.status)) throw refuse('reference', 'the payment has ended without transfer details');
  return false;
}

/** By the fields alone, in one order: what else was in the body, and how it was written, makes no difference. */
function fingerprintOf(
  { keyedHashes }: ApiContext,
  identifier: string,
  { trackingKey, senderBank, senderClabe, transferredAt }: AcceptedDetails['details'],
): Buffer {
  const fields = [trackingKey, senderBank ?? null, senderClabe ?? null, transferredAt ?? null];
  return keyedHashes.transfer(identifier, JSON.stringify(fields));
}

async function keep(
  context: ApiContext,
  it: { readonly subject: TransferSubject; readonly accepted: AcceptedDetails; readonly deadline: number },
): Promise<boolean> {
  const { subject, accepted, deadline } = it;
  const { identifier, requestId, reference } = subject;
  const keeping = keepTransferDetails(context.database, {
    identifier,
    fingerprint: fingerprintOf(context, identifier, accepted.details),
    box: sealTransferDetails(context.sealedBox, identifier, accepted.details),
  });
  const kept = await before(deadline, keeping).catch((error: unknown) => {
    throw registrationFailure(error, requestId, { type: 'payment', reference });
  });
  if (kept.kind === 'late') throw timedOut(subject);
  return kept.answer;
}

/** Safe to repeat: the same details are accepted once. */
function timedOut({ identifier, requestId, reference }: TransferSubject): GatewayError {
  return new GatewayError('paymentTimeout', { identifier, requestId, reference });
}

async function startFlow({ temporal, log }: ApiContext, subject: TransferSubject): Promise<void> {
  try {
    await temporal.withDeadline(Date.now() + startLimitMs, () =>
      temporal.workflow.start(transferFlowType, transferFlowOptions(subject)),
    );
  } catch {
    log.warn({ identifier: subject.identifier }, 'flow not started, the sweep will');
  }
}
