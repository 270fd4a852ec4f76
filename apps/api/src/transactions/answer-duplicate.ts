import { timeoutErrors } from '#domain/errors/error-catalogue';
import { GatewayError } from '#domain/errors/gateway-error';
import { findByIdentifier, type KnownTransaction } from '#persistence/transactions/find-transaction';
import type { ApiContext } from '../api-context.js';
import { projectOf } from './compose-registration.js';
import type { CreateCall } from './create-transaction.js';
import { acceptanceResponse, type AcceptanceResponse } from './acceptance-response.js';

/**
 * Contract §4, the duplicate table. Whoever has an answer gets 108; the same content whose callers all got a 504 or
 * no answer re-joins the one transaction that exists. A second one never does.
 */
export async function answerDuplicate(
  context: ApiContext,
  call: CreateCall,
  known: KnownTransaction,
  isSame: (contentFingerprint: Buffer) => boolean,
): Promise<AcceptanceResponse> {
  const { identifier, requestId, reference } = known;
  if (!isSame(known.contentFingerprint)) {
    throw new GatewayError('duplicatedReference', { reference });
  }
  const isAnswering = known.answer === 'answering' && !context.timedOutAnswers.has(identifier);
  if (known.answer === 'answered' || isAnswering) {
    throw new GatewayError('duplicatedReference', { reference, identifier, requestId });
  }
  call.answer.speaksFor(identifier, 'rejoin');
  const deadline = call.receivedAt + projectOf(context, call.caller.project).timing.responseDeadlineMs;
  const standing = await context.statusWatch.until(identifier, (seen) => seen.isStepped, deadline);
  if (standing?.isStepped) {
    const transaction = await findByIdentifier(context.database, identifier).catch(() => undefined);
    if (transaction) return acceptanceResponse(context, transaction, { isFirst: false });
  }
  throw new GatewayError(timeoutErrors[known.type], { identifier, requestId, reference });
}
