import { readTextAt, type JsonObject } from './read-json.js';
import type { Answer } from './send-signed.js';

/**
 * The gateway's error body (contract §3), as an error. Except where `code` is 108 or the status is 504, the reference is
 * as free as it was before this call.
 */
export class GatewayRefusal extends Error {
  readonly httpStatus: number;
  /** The table's `error_code`. */
  readonly code: number;
  /** The table's words, one of a fixed set. */
  readonly reason: string;
  /** For developers: what is wrong, with every failing field by its path. */
  readonly description: string;
  readonly status: string;
  readonly requestId: string | undefined;
  readonly reference: string | undefined;
  /** Of the transaction, where there is one and it is yours to know. */
  readonly identifier: string | undefined;
  readonly timestamp: string | undefined;
  /** What `Retry-After` says. */
  readonly retryAfterSeconds: number | undefined;

  constructor({ httpStatus, headers }: Pick<Answer, 'httpStatus' | 'headers'>, body: JsonObject) {
    const code = Number(body['error_code']);
    const reason = readTextAt(body, 'error_reason') ?? '';
    const description = readTextAt(body, 'description') ?? '';
    super(`HTTP ${httpStatus}, error ${code} ${reason}${description === '' ? '' : `: ${description}`}`);
    this.name = 'GatewayRefusal';
    this.httpStatus = httpStatus;
    this.code = code;
    this.reason = reason;
    this.description = description;
    this.status = readTextAt(body, 'status') ?? 'error';
    this.requestId = readTextAt(body, 'request_id');
    this.reference = readTextAt(body, 'reference');
    this.identifier = readTextAt(body, 'identifier');
    this.timestamp = readTextAt(body, 'timestamp');
    this.retryAfterSeconds = readSeconds(headers['retry-after']);
  }
}

function readSeconds(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}
