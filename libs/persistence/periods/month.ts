/** A month of UTC, as it is closed. */
export type Month = {
  /** `YYYY-MM`. */
  readonly name: string;
  /** Inclusive. */
  readonly from: Date;
  /** Exclusive. */
  readonly until: Date;
};

/** Undefined for any text that is not a month. */
export function readMonth(name: string): Month | undefined {
  const [, year, month] = /^([1-9]\d{3})-(0[1-9]|1[0-2])$/.exec(name) ?? [];
  if (year === undefined || month === undefined) return undefined;
  const at = (later: number) => new Date(Date.UTC(Number(year), Number(month) - 1 + later));
  return { name, from: at(0), until: at(1) };
}

/** The first day of the month after it, as `YYYY-MM-DD`. */
export function dayAfter({ until }: Month): string {
  return until.toISOString().slice(0, 'YYYY-MM-DD'.length);
}
