/** Processes that serve figures. */
export const applications = ['api', 'checkout', 'worker'] as const;
export type Application = (typeof applications)[number];

/**
 * The source of a label's values, which keeps their number finite: a list, names of the configuration (`provider`, `mid`),
 * codes of the catalogue (`method`) or of ISO 4217 (`currency`), patterns of routes, what HTTP knows (`verb`, `status`), or the release.
 */
export type LabelValues =
  readonly string[] | 'provider' | 'mid' | 'method' | 'currency' | 'route' | 'verb' | 'status' | 'release';

export type Family = {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly from: readonly Application[];
  readonly labels: Readonly<Record<string, LabelValues>>;
  /** Upper bounds of a histogram, in seconds. */
  readonly buckets?: readonly number[];
  /** Computed from Postgres: absent while it is out of reach, and the same from every worker. */
  readonly isFromBooks?: true;
};

/** A gauge that workers compute from Postgres. */
export function books<const Labels extends Family['labels']>(help: string, labels: Labels) {
  return { kind: 'gauge', help, from: ['worker'], labels, isFromBooks: true } as const;
}
