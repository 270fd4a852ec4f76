import type { FinalStatus, TransactionType } from '../transaction/status.js';

/**
 * One condition of the error table (specification §7, contract §3 and §12).
 *
 * `httpStatus` is the answer to the call that met the condition; `final` means that no such answer exists: the condition
 * is the end of a registered transaction, which is answered with 200 while the caller waits, and else by callback.
 */
export type ErrorCondition = {
  readonly code: number;
  /** `error_reason`, word for word. */
  readonly reason: string;
  readonly httpStatus: HttpStatus | 'final';
  /** `description` when the place that throws has nothing better to say; never empty (contract §3). */
  readonly description: string;
  /** Absent: all types. `routed`: payments and payouts, for which a route is chosen. */
  readonly only?: TransactionType | 'routed';
  /** What the transaction becomes, for the conditions that can end one. */
  readonly status?: Exclude<FinalStatus, 'success'>;
  /** The transaction may exist and go on: the answer does not prove a failure. */
  readonly certainty?: 'unknown';
};

type HttpStatus = 400 | 401 | 403 | 404 | 405 | 408 | 413 | 415 | 429 | 431 | 500 | 503 | 504;
