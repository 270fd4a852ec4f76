import type { HeaderLines, ToSign } from '../fakes/signed-request.js';
import type { Wire } from './wire.js';

/** Status and `error_code` that an answer must have. */
export type Expected = { readonly status: number; readonly code: number };

/** One request as planned: the same seed and index plan the same one, up to the moment it is signed at. */
export type FuzzRequest = {
  readonly index: number;
  /** Name of its row in the table of endpoints. */
  readonly endpoint: string;
  /** What was done to a valid request, for a person; empty: nothing. */
  readonly mutations: readonly string[];
  /** Nothing was done that a server could mind. */
  readonly isMeantValid: boolean;
  /** What must be answered; known only where one thing alone was damaged. */
  readonly expected?: Expected;
  /** Wire path of the field that was changed, where it is the only damage. */
  readonly changedPath?: string;
  readonly isSigned: boolean;
  readonly toSign: ToSign & { readonly method: string; readonly target: string; readonly body: Buffer };
  readonly changeLines: (lines: HeaderLines) => HeaderLines;
  readonly wire: Wire;
};
