import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayError } from '#domain/errors/gateway-error';
import type { Answered } from './note-answer.js';
import { parseBody, type ParsedObject } from './parse-body.js';

/** The caller that the signature proves; never read from the body. */
export type Caller = { readonly merchant: string; readonly project: string; readonly keyId: string };

/** One signed call: its caller, its request id, and its time of arrival. */
export type Call = {
  readonly caller: Caller;
  readonly requestId: string;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  /** The trace that this call has begun; undefined: it is not traced. */
  readonly traceparent: string | undefined;
  /** Shows whether the answer was sent; only Nest writes to it. */
  readonly response: FastifyReply['raw'];
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Unique to this request; part of its answer and of the log. */
    requestId: string;
    receivedAt: number;
    caller: Caller | undefined;
    /** The trace of this request, or of its transaction. */
    traceparent: string | undefined;
    /** The logged part of the answer. */
    answered: Answered | undefined;
  }
}

/** `@Caller()`: the caller of an endpoint that only signed requests reach. */
export const Caller = createParamDecorator((_data: unknown, context: ExecutionContext): Caller =>
  callerOf(requestOf(context)),
);

/** `@Call()`: the caller and everything about this one request but its body. */
export const Call = createParamDecorator((_data: unknown, context: ExecutionContext): Call => {
  const request = requestOf(context);
  const { requestId, receivedAt, traceparent } = request;
  const { raw: response } = context.switchToHttp().getResponse<FastifyReply>();
  return { caller: callerOf(request), requestId, receivedAt, traceparent, response };
});

/**
 * `@JsonBody()`: the JSON object of a POST with every number as it was written; undefined if the body is empty or
 * `null`. Throws unsupportedMediaType unless the body is declared as JSON, then invalidParams if it breaks the syntax
 * rules of contract §3.
 */
export const JsonBody = createParamDecorator(
  (_data: unknown, context: ExecutionContext): ParsedObject | undefined => {
    const request = requestOf(context);
    if (!isJson(request)) throw new GatewayError('unsupportedMediaType');
    const parsed = parseBody(rawBodyOf(request));
    switch (parsed.kind) {
      case 'object':
        return parsed.value;
      case 'malformed':
        throw new GatewayError('invalidParams', { description: parsed.problem });
      case 'absent':
        return undefined;
    }
  },
);

/** Exactly one `Content-Type: application/json`; a charset parameter is allowed, and empty ones (RFC 9110 §5.6.6). */
function isJson({ raw: { rawHeaders } }: FastifyRequest): boolean {
  const values = rawHeaders.filter(
    (_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'content-type',
  );
  const [type, ...rest] = (values[0] ?? '').split(';').map((part) => part.trim());
  const parameters = rest.filter((part) => part !== '');
  const isOnlyCharset = parameters.length <= 1 && parameters.every((part) => /^charset=./i.test(part));
  return values.length === 1 && type?.toLowerCase() === 'application/json' && isOnlyCharset;
}

/** The bytes of the body; an absent one is empty. */
export function rawBodyOf(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('a request under /v2 has a caller');
  return request.caller;
}

function requestOf(context: ExecutionContext): FastifyRequest {
  return context.switchToHttp().getRequest<FastifyRequest>();
}
