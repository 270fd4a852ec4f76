import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One call of the merchant, as its log has it (Jepsen's words): invoked, then ok, fail, or unknown. */
export type Operation = {
  readonly reference: string;
  /** `choose`: the answer to a bank-code challenge. `cancel`: of a refund. */
  readonly kind: 'create' | 'changed' | 'choose' | 'cancel';
  /** The African bank that the call names. */
  readonly bankCode?: string | undefined;
  /** What the call asks to give back. */
  readonly refund?: RefundAsked | undefined;
  /** Calls of one burst were made at the same time. */
  readonly burst: number;
  readonly invokedAt: number;
  readonly endedAt: number;
  readonly answer: Answered | undefined;
};

export type RefundAsked = {
  /** Reference of the payment. */
  readonly payment: string;
  /** A decimal string; absent: all that is left. */
  readonly amount: string | undefined;
  /** The merchant had seen the payment succeed. */
  readonly isPaid: boolean;
};

/** Absent when no HTTP answer came: the caller knows nothing. */
export type Answered = {
  readonly status: number;
  readonly code: number;
  readonly identifier: string | undefined;
  readonly requestId: string | undefined;
  /** The transaction's status, where it is a word. */
  readonly state?: string | undefined;
};

/** The reference is used (contract §4). */
export const duplicateCode = 108;

export type Outcome = 'ok' | 'fail' | 'unknown';

/** 200 is the transaction, even one that has ended without success; a 504 says "not known yet"; the rest refuses. */
export function outcomeOf({ answer }: Pick<Operation, 'answer'>): Outcome {
  if (answer === undefined || answer.status === 504) return 'unknown';
  return answer.status === 200 ? 'ok' : 'fail';
}

/** What is kept of an answer; the empty one that confirms a bank has code 0. */
export function describeAnswer(
  answer: { readonly status: number; readonly body: Readonly<Record<string, unknown>> } | undefined,
): Answered | undefined {
  if (answer === undefined) return undefined;
  const isEmpty = answer.status === 200 && Object.keys(answer.body).length === 0;
  const { error_code: code, identifier, request_id: requestId, status: state } = answer.body;
  return {
    status: answer.status,
    code: isEmpty ? 0 : Number(code),
    identifier: typeof identifier === 'string' ? identifier : undefined,
    requestId: typeof requestId === 'string' ? requestId : undefined,
    state: typeof state === 'string' ? state : undefined,
  };
}

/** How often each answer was given, for the report. */
export function countAnswers(operations: readonly Operation[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { answer } of operations) {
    const name = answer ? `HTTP ${answer.status}, code ${answer.code}` : 'no answer';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return new Map([...counts].toSorted(([, left], [, right]) => right - left));
}

/** Beside the other files of a run, for an investigation. */
export async function keepOperations(directory: string, operations: readonly Operation[]): Promise<void> {
  await writeFile(join(directory, 'operations.json'), JSON.stringify(operations)).catch(() => undefined);
}
