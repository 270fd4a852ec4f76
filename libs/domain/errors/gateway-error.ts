import { errorOf } from './error-catalogue.js';
import type { ErrorKey } from './error-catalogue.js';
import type { ErrorCondition } from './error-condition.js';

/** One field at fault: its wire path (`customer.itn`) and what is wrong with it, never its value. */
export type FieldProblem = { readonly path: string; readonly problem: string };

/** What the place that throws knows beyond the condition itself. */
export type GatewayErrorDetails = {
  readonly description?: string;
  /** All fields at fault, at once; they make the description. */
  readonly fields?: readonly FieldProblem[];
  readonly identifier?: string;
  /** The transaction's own, where the answer must carry it instead of the request's. */
  readonly requestId?: string;
  readonly reference?: string;
  readonly retryAfterSeconds?: number;
  /** The `Allow` header of a 405, such as `POST`. */
  readonly allow?: string;
};

/** The only error that is thrown for an expected failure. The API renders it, in one place. */
export class GatewayError extends Error {
  readonly key: ErrorKey;
  /** `description` of the answer; never empty. */
  readonly description: string;
  readonly fields: readonly FieldProblem[];
  readonly identifier: string | undefined;
  readonly requestId: string | undefined;
  readonly reference: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly allow: string | undefined;

  constructor(key: ErrorKey, details: GatewayErrorDetails = {}) {
    const description = descriptionOf(key, details);
    super(`${errorOf(key).reason}: ${description}`);
    this.name = 'GatewayError';
    this.key = key;
    this.description = description;
    this.fields = details.fields ?? [];
    this.identifier = details.identifier;
    this.requestId = details.requestId;
    this.reference = details.reference;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.allow = details.allow;
  }

  /** Code, reason and HTTP status of the condition. */
  get condition(): ErrorCondition {
    return errorOf(this.key);
  }
}

/** Own words, then the fields, then the catalogue's words. */
function descriptionOf(key: ErrorKey, details: GatewayErrorDetails): string {
  const { description = '', fields = [] } = details;
  return description || describeFields(fields) || errorOf(key).description;
}

function describeFields(fields: readonly FieldProblem[]): string {
  return fields.map(({ path, problem }) => `${path}: ${problem}`).join('; ');
}
