import { LosslessNumber, parse } from 'lossless-json';

/** JSON in which every number keeps its text. */
export type ParsedValue = string | boolean | null | LosslessNumber | readonly ParsedValue[] | ParsedObject;
export type ParsedObject = { readonly [key: string]: ParsedValue };

/**
 * `absent`: empty, blank or JSON `null`. `malformed`: refused by contract §3; `problem` is a sentence for the caller that
 * repeats nothing of the body, which may contain card data.
 */
export type BodyReading =
  | { readonly kind: 'object'; readonly value: ParsedObject }
  | { readonly kind: 'absent' }
  | { readonly kind: 'malformed'; readonly problem: string };

/** Parses a request body from its raw bytes (contract §3, "body syntax"). Its size is already limited. */
export function parseBody(rawBody: Buffer): BodyReading {
  const text = decodeUtf8(rawBody);
  if (text === undefined) return malformed('The body is not valid UTF-8');
  if (text.startsWith(byteOrderMark)) return malformed('The body starts with a byte order mark');
  if (blankPattern.test(text)) return { kind: 'absent' };

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

/** Undefined if the text is not JSON. */
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
const blankPattern = /^[ \t\r\n]*$/;

/**
 * Says which limit a JSON text exceeds, or returns undefined. It reads the tokens only, before the parser, which recurses
 * and accepts a repeated key with the same value. Whether the text is valid JSON is decided by the parser.
 */
function findBodyProblem(text: string): string | undefined {
  /** The keys seen in each open object; undefined for an open array. */
  const open: (Set<string> | undefined)[] = [];
  let keys = 0;
  /** In all arrays together; an empty array counts as one. */
  let values = 0;
  for (const [token, string, colon] of text.matchAll(tokenPattern)) {
    if (token === '{' || token === '[') open.push(token === '{' ? new Set() : undefined);
    if (open.length > depthMax) return `The body is nested more than ${depthMax} levels deep`;
    if (token === '[' || (token === ',' && open.length > 0 && open.at(-1) === undefined)) values += 1;
    if (values > valuesMax) return `The arrays in the body contain more than ${valuesMax} values`;
    if (token === '}' || token === ']') open.pop();
    if (string === undefined) continue;

    const characters = readString(string);
    if (characters === undefined) return 'The body is not valid JSON';
    if (characters.includes('\0')) return 'A string in the body contains the character U+0000';
    if (loneSurrogate.test(characters)) return 'A string in the body contains a lone surrogate';
    if (colon === undefined) continue;

    keys += 1;
    if (keys > keysMax) return `The body contains more than ${keysMax} keys`;
    if (forbiddenKeys.has(characters))
      return 'The body contains a key named __proto__, constructor or prototype';
    const siblings = open.at(-1);
    if (siblings?.has(characters)) return 'An object in the body contains the same key twice';
    siblings?.add(characters);
  }
  return undefined;
}

/** Decodes a string token, so that an escaped key cannot hide. */
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
// Merging or reading an object by name must not reach its prototype.
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);
// Postgres stores neither, and UTF-8 turns every lone surrogate into the same three bytes.
const loneSurrogate = /\p{Surrogate}/u;
// An unterminated string is a token too; otherwise the search would restart at every quote inside it.
const tokenPattern = /("[^"\\]*(?:\\[^][^"\\]*)*(?:"|\\?$))([ \t\r\n]*:)?|[{}[\],]/g;
