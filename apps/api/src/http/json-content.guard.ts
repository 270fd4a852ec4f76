import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { GatewayError } from '#domain/errors/gateway-error';

/** Lets only JSON pass to a handler that reads a body; anything else is 415, after 404 and 405 and before the body. */
export class JsonContentGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (isJson(context.switchToHttp().getRequest<FastifyRequest>())) return true;
    throw new GatewayError('unsupportedMediaType');
  }
}

/** Exactly one `Content-Type: application/json`; a charset parameter is allowed. */
function isJson({ raw }: FastifyRequest): boolean {
  const values = raw.rawHeaders.filter(
    (_value, index) => index % 2 === 1 && raw.rawHeaders[index - 1]?.toLowerCase() === 'content-type',
  );
  return values.length === 1 && /^application\/json\s*(?:;\s*charset=[^;]+)?$/i.test(values[0]?.trim() ?? '');
}
