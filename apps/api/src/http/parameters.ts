import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayError } from '#domain/errors/gateway-error';
import { parseBody, type ParsedObject } from './parse-body.js';

/** Who calls: bound to the request by its signature, never read from its body. */
export type Caller = { readonly merchant: string; readonly project: string; readonly keyId: string };

/** One signed call: who makes it, under which request id, and since when it waits. */
export type Call = {
  readonly caller: Caller;
  readonly requestId: string;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  /** Where the answer goes, for those who must know whether it arrived. Nobody writes to it but Nest. */
  readonly response: FastifyReply['raw'];
};

declare module 'fastify' {
  interface FastifyRequest {
    /** This request's own id, in its answer and in the log. */
    requestId: string;
    receivedAt: number;
    caller: Caller | undefined;
  }
}

/** `@Caller()`: the caller of an endpoint that only signed requests reach. */
export const Caller = createParamDecorator((_data: unknown, context: ExecutionContext): Caller =>
  callerOf(requestOf(context)),
);

/** `@Call()`: the caller and everything about this one request but its body. */
export const Call = createParamDecorator((_data: unknown, context: ExecutionContext): Call => {
  const request = requestOf(context);
  const { requestId, receivedAt } = request;
  const { raw: response } = context.switchToHttp().getResponse<FastifyReply>();
  return { caller: callerOf(request), requestId, receivedAt, response };
});

/**
 * `@JsonBody()`: the JSON object of a POST with every number as it was written; undefined when the body is empty or
 * `null`. Comes after `JsonContentGuard`. Throws invalidParams where the body breaks the syntax rules of contract §3.
 */
export const JsonBody = createParamDecorator(
  (_data: unknown, context: ExecutionContext): ParsedObject | undefined => {
    const parsed = parseBody(rawBodyOf(requestOf(context)));
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
