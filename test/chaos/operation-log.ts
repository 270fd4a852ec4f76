/** One call of the merchant, as its log has it (Jepsen's words): invoked, then ok, fail, or unknown. */
export type Operation = {
  readonly reference: string;
  readonly kind: 'create' | 'changed';
  /** Calls of one burst were made at the same time. */
  readonly burst: number;
  readonly invokedAt: number;
  readonly endedAt: number;
  readonly answer: Answered | undefined;
};

/** Absent when no HTTP answer came: the caller knows nothing. */
export type Answered = {
  readonly status: number;
  readonly code: number;
  readonly identifier: string | undefined;
  readonly requestId: string | undefined;
};

export type Outcome = 'ok' | 'fail' | 'unknown';

/** 200 is the payment, even one that has ended without success; a 504 says "not known yet"; the rest refuses. */
export function outcomeOf({ answer }: Pick<Operation, 'answer'>): Outcome {
  if (answer === undefined || answer.status === 504) return 'unknown';
  return answer.status === 200 ? 'ok' : 'fail';
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
