export type Defect = {
  /** A compiled file of the copy, and what stands in it and then instead. */
  readonly file?: string;
  readonly changes?: readonly (readonly [string, string])[];
  readonly settings: { readonly plantedSql?: string; readonly plantedCrashPoint?: string };
};

/** By name; what each of them breaks is in docs/chaos.md. */
export const defects: Readonly<Record<string, Defect>>;

/** A runnable copy of the compiled project with the defect in it. Throws where the code is no longer as it expects. */
export function copyWithDefect(name: string): {
  readonly folder: string;
  readonly settings: Defect['settings'];
  remove(): void;
};
