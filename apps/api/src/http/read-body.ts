import type { FastifyRequest } from 'fastify';
import { GatewayError } from '#domain/errors/gateway-error';
import type { TransactionType } from '#domain/transaction/status';
import { rawBodyOf } from './authenticate.js';
import { parseBody, type ParsedObject } from './parse-body.js';

/** The JSON object of a POST, after 415 and body syntax (contract §3, order of checks). */
export function readBody(request: FastifyRequest, type: TransactionType): ParsedObject {
  const body = readOptionalBody(request);
  if (body !== undefined) return body;
  throw type === 'payout'
    ? new GatewayError('requestNull')
    : new GatewayError('requiredFieldsMissing', { description: 'The body is empty' });
}

/** The same for a POST that needs no body: undefined when there is none. */
export function readOptionalBody(request: FastifyRequest): ParsedObject | undefined {
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
}

/** Exactly one `Content-Type: application/json`; a charset parameter is allowed. */
function isJson({ raw }: FastifyRequest): boolean {
  const values = raw.rawHeaders.filter(
    (_value, index) => index % 2 === 1 && raw.rawHeaders[index - 1]?.toLowerCase() === 'content-type',
  );
  return values.length === 1 && /^application\/json\s*(?:;\s*charset=[^;]+)?$/i.test(values[0]?.trim() ?? '');
}
