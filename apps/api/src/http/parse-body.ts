import { LosslessNumber, parse } from 'lossless-json';
import { findBodyProblem } from './body-limits.js';

/** JSON with every number kept as it was written. */
export type ParsedValue = string | boolean | null | LosslessNumber | readonly ParsedValue[] | ParsedObject;
export type ParsedObject = { readonly [key: string]: ParsedValue };

/**
 * `absent`: empty, blank or JSON `null`. `malformed`: refused by contract §3; `problem` is a sentence that may be
 * told and repeats nothing of the body, which may hold card data.
 */
export type BodyReading =
  | { readonly kind: 'object'; readonly value: ParsedObject }
  | { readonly kind: 'absent' }
  | { readonly kind: 'malformed'; readonly problem: string };

/** Reads a request body from its raw bytes (contract §3, "body syntax"). The size is limited before. */
export function parseBody(rawBody: Buffer): BodyReading {
  const text = decodeUtf8(rawBody);
  if (text === undefined) return malformed('The body is not valid UTF-8');
  if (text.startsWith(byteOrderMark)) return malformed('The body begins with a byte order mark');
  if (blankForm.test(text)) return { kind: 'absent' };

  const problem = findBodyProblem(text);
  if (problem !== undefined) return malformed(problem);
  const value = parseText(text);
  if (value === undefined) return malformed('The body is not valid JSON');
  if (value === null) return { kind: 'absent' };
  if (!isParsedObject(value)) return malformed('The body is not a JSON object');
  return { kind: 'object', value };
}

/** Whether a parsed value is a JSON object, and not an array, a number or null. */
export function isParsedObject(value: unknown): value is ParsedObject {
  if (typeof value !== 'object' || value === null) return false;
  return !Array.isArray(value) && !(value instanceof LosslessNumber);
}

function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Undefined when the text is not JSON, which has no such value. */
function parseText(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

function malformed(problem: string): BodyReading {
  return { kind: 'malformed', problem };
}

const byteOrderMark = '\uFEFF';
const blankForm = /^[ \t\r\n]*$/;
