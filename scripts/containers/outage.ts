/** One try to create a payment; `startedAt` in milliseconds; `answer`: an HTTP status, or why there was no answer. */
export type Attempt = {
  readonly reference: string;
  readonly startedAt: number;
  readonly answer: string;
  readonly isCreated: boolean;
};

export type Outage = {
  readonly tried: number;
  readonly refused: number;
  /** From each first refused create to the next accepted one, added up. */
  readonly seconds: number;
  /** What the refused ones were answered, each once. */
  readonly answers: readonly string[];
  /** Each refused create: seconds since the first try, and its answer. */
  readonly refusals: readonly string[];
};

/** What a row of creates, one after the other, says of the time in which none was accepted. */
export function describeOutage(attempts: readonly Attempt[]): Outage {
  const inOrder = attempts.toSorted((one, other) => one.startedAt - other.startedAt);
  const refused = inOrder.filter(({ isCreated }) => !isCreated);
  let milliseconds = 0;
  let since: number | undefined;
  for (const { startedAt, isCreated } of inOrder) {
    if (isCreated && since !== undefined) milliseconds += startedAt - since;
    since = isCreated ? undefined : (since ?? startedAt);
  }
  if (since !== undefined) milliseconds += (inOrder.at(-1)?.startedAt ?? since) - since;
  return {
    tried: attempts.length,
    refused: refused.length,
    seconds: milliseconds / 1_000,
    answers: [...new Set(refused.map(({ answer }) => answer))],
    refusals: refused.map(({ startedAt, answer, reference }) => {
      const seconds = (startedAt - (inOrder[0]?.startedAt ?? startedAt)) / 1_000;
      return `${seconds.toFixed(1)} s: ${reference}, ${answer}`;
    }),
  };
}

/** In words, such as `away 5.2 s: 21 of 90 creates refused (502, connect ECONNREFUSED)`. */
export function outageWords({ tried, refused, seconds, answers }: Outage): string {
  if (refused === 0) return `none of ${tried} creates refused`;
  return `away ${seconds.toFixed(1)} s: ${refused} of ${tried} creates refused (${answers.join(', ')})`;
}
