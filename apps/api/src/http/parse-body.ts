import { LosslessNumber, parse } from 'lossless-json';

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

/**
 * The sentence that says which limit a JSON text breaks, or undefined. Looks at the tokens alone and comes before
 * the parser, which recurses and lets a key repeat with the same value; whether the text is JSON is for the parser.
 */
function findBodyProblem(text: string): string | undefined {
  /** For each open bracket the keys seen in it; an array has none. */
  const open: (Set<string> | undefined)[] = [];
  let keys = 0;
  /** Of all arrays together; one that is empty counts as well. */
  let values = 0;
  for (const [token, string, colon] of text.matchAll(tokenForm)) {
    if (token === '{' || token === '[') open.push(token === '{' ? new Set() : undefined);
    if (open.length > depthMax) return `The body is nested deeper than ${depthMax} levels`;
    if (token === '[' || (token === ',' && open.length > 0 && open.at(-1) === undefined)) values += 1;
    if (values > valuesMax) return `The body has more than ${valuesMax} values in arrays`;
    if (token === '}' || token === ']') open.pop();
    if (string === undefined) continue;

    const characters = readString(string);
    if (characters === undefined) return 'The body is not valid JSON';
    if (characters.includes('\0')) return 'A string in the body holds the character U+0000';
    if (loneSurrogate.test(characters)) return 'A string in the body holds half of a surrogate pair';
    if (colon === undefined) continue;

    keys += 1;
    if (keys > keysMax) return `The body has more than ${keysMax} keys`;
    if (forbiddenKeys.has(characters)) return 'The body has a key __proto__, constructor or prototype';
    const siblings = open.at(-1);
    if (siblings?.has(characters)) return 'An object in the body has the same key twice';
    siblings?.add(characters);
  }
  return undefined;
}

/** The characters that a string token stands for, so that an escaped key cannot hide. */
function readString(token: string): string | undefined {
  try {
    return String(JSON.parse(token));
  } catch {
    return undefined;
  }
}

const depthMax = 16;
const keysMax = 1000;
const valuesMax = 1000;
// An object that is merged or read by name must not reach its own prototype.
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);
// Postgres stores neither of the two, and UTF-8 turns every lone surrogate into the same three bytes.
const loneSurrogate = /\p{Surrogate}/u;
// A string that does not end is a token too: otherwise the search would start again at every quote inside it.
const tokenForm = /("[^"\\]*(?:\\[^][^"\\]*)*(?:"|\\?$))([ \t\r\n]*:)?|[{}[\],]/g;
