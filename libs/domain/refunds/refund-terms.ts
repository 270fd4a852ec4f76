/** In what parts a payment can be given back, from the most to the least: several, a single one, or only all at once. */
export const refundParts = ['several', 'one', 'whole'] as const;
export type RefundParts = (typeof refundParts)[number];

/**
 * What a method allows of refunds (contract §15.5): by its rail in a row of the catalogue, or at one provider in a
 * connector's `refund.terms`.
 */
export type RefundTerms = {
  readonly possible: boolean;
  /** For this number of days from the end of the payment on; undefined: for ever. Means nothing where it is not possible. */
  readonly days: number | undefined;
  readonly parts: RefundParts;
  /** The payout method that can pay the customer where a refund cannot. */
  readonly instead?: string;
};

/** What holds for the refunds of one payment: rail, provider and project together. */
export type TermsInForce = {
  readonly possible: boolean;
  /** Milliseconds from the end of the payment on; undefined: for ever. */
  readonly withinMs: number | undefined;
  readonly parts: RefundParts;
  readonly instead?: string;
};

export const dayMs = 24 * 60 * 60 * 1_000;

/**
 * The smallest time and the narrowest parts of all. A provider's own terms may take a method away, or add one that its
 * rail cannot give back; then the rail's time and parts do not count.
 */
export function combineTerms({
  rail,
  provider = rail,
  withinMs,
}: {
  readonly rail: RefundTerms;
  readonly provider?: RefundTerms;
  /** `refunds.within` of the project. */
  readonly withinMs?: number;
}): TermsInForce {
  const layers = rail.possible ? [rail, provider] : [provider];
  const times = [
    ...layers.map(({ days }) => (days === undefined ? undefined : days * dayMs)),
    withinMs,
  ].filter((time) => time !== undefined);
  const narrowest = Math.max(...layers.map(({ parts }) => refundParts.indexOf(parts)));
  const instead = provider.instead ?? rail.instead;
  return {
    possible: provider.possible,
    withinMs: times.length === 0 ? undefined : Math.min(...times),
    parts: refundParts[narrowest] ?? 'whole',
    ...(instead !== undefined && { instead }),
  };
}

/** The instant before which a refund must be registered; undefined: there is none, or no refund is possible at all. */
export function refundableUntil(
  finishedAt: Date,
  { possible, withinMs }: Pick<TermsInForce, 'possible' | 'withinMs'>,
): Date | undefined {
  if (!possible || withinMs === undefined) return undefined;
  return new Date(Math.min(finishedAt.getTime() + withinMs, latestInstantMs));
}

/** The last that a `Date` can hold. */
const latestInstantMs = 8_640_000_000_000_000;
