export type InTime<Answer> =
  { readonly kind: 'answered'; readonly answer: Answer } | { readonly kind: 'late' };

/** Waits for an answer until the deadline (milliseconds since the epoch). */
export async function withDeadline<Answer>(
  deadline: number,
  answer: Promise<Answer>,
): Promise<InTime<Answer>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<InTime<Answer>>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'late' }), Math.max(0, deadline - Date.now()));
  });
  const answered = answer.then((given) => ({ kind: 'answered', answer: given }) as const);
  // A failure after the deadline has no other handler.
  answered.catch(() => undefined);
  return Promise.race([answered, late]).finally(() => clearTimeout(timer));
}
