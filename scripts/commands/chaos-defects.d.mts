export type Defect = {
  /** Compiled files of the copy, and what stands in them and then instead. */
  readonly files?: Readonly<Record<string, readonly (readonly [string, string])[]>>;
  readonly settings: {
    readonly plantedSql?: string;
    readonly plantedCrashPoint?: string;
    readonly plantedFreezePoint?: string;
  };
};

/** By name; what each of them breaks is in docs/chaos.md. */
export const defects: Readonly<Record<string, Defect>>;

/** A runnable copy of the compiled project with the defect in it. Throws where the code is no longer as it expects. */
export function copyWithDefect(name: string): {
  readonly folder: string;
  readonly settings: Defect['settings'];
  remove(): void;
};
