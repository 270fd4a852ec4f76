import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TransactionType } from '#domain/transaction/status';
import type { ApiContext } from '../api-context.js';
import { callerOf } from '../http/authenticate.js';
import { readBody } from '../http/read-body.js';
import { sendJson } from '../http/send-json.js';
import { trackAnswer } from '../http/track-answer.js';
import { acceptPayment, acceptPayout } from './accept-request.js';
import { createTransaction } from './create-transaction.js';

const acceptances = { payment: acceptPayment, payout: acceptPayout } as const;

/** The create endpoint of a direction, from the HTTP request to its answer (contract §3, §4). */
export async function answerCreate(
  context: ApiContext,
  type: TransactionType,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<void> {
  const answer = trackAnswer(reply, context);
  const body = readBody(request, type);
  const { requestId, receivedAt } = request;
  const call = { caller: callerOf(request), requestId, receivedAt, answer };
  const accepted = { body, request: acceptances[type](body) };
  sendJson(reply, await answer.recorded(createTransaction(context, call, accepted)));
}
