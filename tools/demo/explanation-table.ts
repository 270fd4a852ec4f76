/** The answer of `POST /v2/routing/explain`. */
export type Explanation = {
  readonly direction: string;
  readonly method: string;
  readonly currency: string;
  readonly amount: string;
  readonly decision: 'accepted' | 'refused';
  readonly error_code?: number;
  readonly error_reason?: string;
  readonly description?: string;
  readonly candidates: readonly Candidate[];
  readonly limits?: readonly Limit[];
};

type Limit = {
  readonly whose: string;
  readonly per: string;
  readonly amount?: { readonly used: string; readonly max: string };
  readonly count?: { readonly used: number; readonly max: number };
  readonly ends: string;
};

type Candidate = {
  readonly route: string;
  readonly provider?: string;
  readonly mid: string;
  readonly taken: boolean;
  readonly position?: number;
  readonly reason: string;
  readonly error_code?: number;
  readonly description?: string;
};

/** The explanation for a terminal: the decision, then a line for each route and for each counted limit. */
export function explanationTable(explanation: Explanation): string {
  const { direction, method, amount, currency, decision } = explanation;
  const why =
    decision === 'refused' ? `: ${reasonOf({ ...explanation, reason: explanation.error_reason ?? '' })}` : '';
  const head = `${direction} ${method} ${amount} ${currency}: ${decision}${why}`;
  if (explanation.candidates.length === 0) return `${head}\n\nThe project has no routes.`;
  const rows = [['', 'route', 'mid', 'provider', 'why'], ...explanation.candidates.map(rowOf)];
  const widths = rows.reduce<readonly number[]>(
    (widest, row) => row.map((cell, column) => Math.max(cell.length, widest[column] ?? 0)),
    [],
  );
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const limits = (explanation.limits ?? []).map((limit) => describeLimit(limit, currency));
  return [head, '', ...lines, ...(limits.length > 0 ? ['', ...limits] : [])].join('\n');
}

/** `limit of the customer per day: 120.50 of 500 EUR, 2 of 5 in number, until 2026-02-01T00:00:00.000Z` */
function describeLimit({ whose, per, amount, count, ends }: Limit, currency: string): string {
  const taken = [
    ...(amount ? [`${amount.used} of ${amount.max} ${currency}`] : []),
    ...(count ? [`${count.used} of ${count.max} in number`] : []),
  ];
  return `limit of the ${whose} per ${per}: ${taken.join(', ')}, until ${ends}`;
}

function rowOf(candidate: Candidate): string[] {
  const { taken, position, route, mid, provider = '–' } = candidate;
  return [taken ? `✔ ${position ?? ''}` : '✖', route, mid, provider, reasonOf(candidate)];
}

function reasonOf({
  reason,
  error_code,
  description = '',
}: Pick<Candidate, 'reason' | 'error_code' | 'description'>) {
  const words = error_code === undefined ? reason : `${error_code} ${reason}`;
  return description === '' ? words : `${words} (${description})`;
}
