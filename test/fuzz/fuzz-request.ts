import type { HeaderLines, ToSign } from '../fakes/signed-request.js';
import type { Place } from './fuzz-context.js';
import type { JsonTree } from './json-tree.js';
import type { Wire } from './wire.js';

/** Status and `error_code` that an answer must have. */
export type Expected = { readonly status: number; readonly code: number };

/** One request as planned: seed, index and path plan the same one, up to the moment it is signed at. */
export type FuzzRequest = {
  readonly place: Place;
  /** Name of its row in the table of endpoints. */
  readonly endpoint: string;
  /** What was done to a valid request, for a person; empty: nothing. */
  readonly mutations: readonly string[];
  /** Nothing was done that a server could refuse. */
  readonly isMeantValid: boolean;
  /** What must be answered; known only where the request has one damage. */
  readonly expected?: Expected;
  /** Wire path of the field that was changed, where it is the only damage. */
  readonly changedPath?: string;
  readonly isSigned: boolean;
  readonly toSign: ToSign & { readonly method: string; readonly target: string; readonly body: Buffer };
  /** The body, as long as only entries of it are damaged. */
  readonly tree?: JsonTree;
  readonly changeLines: (lines: HeaderLines) => HeaderLines;
  readonly wire: Wire;
};
