import { isObject, text } from '../json-body.js';
import { readCode, readReason } from './read-body.js';

/** The parts of an error body (specification §7) that we use. Its texts are compared, never stored. */
export type UpstreamError = {
  readonly code: number;
  readonly reason: string;
  readonly description: string;
  readonly reference?: string;
  /** Something is registered. */
  readonly identifier?: string;
};

/** Reads every variant of the specification; undefined if the body is not an error of an upstream gateway. */
export function readError(body: unknown): UpstreamError | undefined {
  if (!isObject(body)) return undefined;
  const code = readCode(body);
  if (code === undefined || code === 0) return undefined;
  const [reference, identifier] = [text(body.reference), text(body.identifier)];
  return {
    code,
    reason: readReason(body),
    description: text(body.description) ?? text(body.error_description) ?? '',
    ...(reference !== undefined && { reference }),
    ...(identifier !== undefined && { identifier }),
  };
}
