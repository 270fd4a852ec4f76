import { errorOf } from './error-catalogue.js';
import type { ErrorKey } from './error-catalogue.js';
import type { ErrorRow } from './error-row.js';

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
  /** `description` of the answer; `""` when there is nothing to add to the reason. */
  readonly description: string;
  readonly fields: readonly FieldProblem[];
  readonly identifier: string | undefined;
  readonly requestId: string | undefined;
  readonly reference: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly allow: string | undefined;

  constructor(key: ErrorKey, details: GatewayErrorDetails = {}) {
    const description = descriptionOf(key, details);
    super(description === '' ? errorOf(key).reason : `${errorOf(key).reason}: ${description}`);
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
  get row(): ErrorRow {
    return errorOf(this.key);
  }
}

/** Own words, then the fields, then the catalogue's words. */
function descriptionOf(key: ErrorKey, details: GatewayErrorDetails): string {
  if (details.description !== undefined) return details.description;
  if (details.fields !== undefined && details.fields.length > 0) return describeFields(details.fields);
  return errorOf(key).description ?? '';
}

function describeFields(fields: readonly FieldProblem[]): string {
  return fields.map(({ path, problem }) => `${path}: ${problem}`).join('; ');
}
