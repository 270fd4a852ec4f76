import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayError } from '#domain/errors/gateway-error';
import type { errorBody } from '#domain/wire/error';
import type { ValueOf } from '#domain/wire/schema';
import { noteAnswer } from './note-answer.js';

export type RenderedError = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;
};

export type ErrorBody = ValueOf<typeof errorBody>;

const retryAfterSeconds = 1;

/** The only place that turns an error into an answer. */
export function renderError(error: GatewayError, requestId: string): RenderedError {
  const { condition } = error;
  const status = condition.httpStatus === 'final' ? 500 : condition.httpStatus;
  const mayRetry = status === 503 || status === 429;
  return {
    status,
    headers: {
      ...(mayRetry ? { 'retry-after': String(error.retryAfterSeconds ?? retryAfterSeconds) } : {}),
      ...(error.allow === undefined ? {} : { allow: error.allow }),
      ...(status === 401 ? { 'www-authenticate': challenge } : {}),
    },
    body: {
      error_code: condition.code,
      error_reason: condition.reason,
      description: error.description,
      request_id: error.requestId ?? requestId,
      reference: error.reference,
      identifier: error.identifier,
      status: 'error',
      timestamp: new Date().toISOString(),
    },
  };
}

const challenge = 'Signature realm="gateway",headers="(request-target) host date digest"';

/** Replies directly: Fastify's hooks run before Nest's exception filter. */
export function refuse(request: FastifyRequest, reply: FastifyReply, refusal: GatewayError): void {
  const { status, headers, body } = renderError(refusal, request.requestId);
  noteAnswer(request, body);
  void reply.code(status).headers(headers).send(body);
}
