/** What stands somewhere in a compiled file, and what stands there instead. */
export type Change = readonly [from: string, to: string];
export type Changes = Readonly<Record<string, readonly Change[]>>;

export type Defect = {
  /** Of the compiled files of the copy. */
  readonly files?: Changes;
  readonly settings: {
    readonly plantedSql?: string;
    readonly plantedCrashPoint?: string;
    readonly plantedFreezePoint?: string;
  };
};

/** The first attempt is sent once more, as a further one at the same route. */
export const sameRouteAgain: Change = [
  "plan->'routes'->route->>'provider' as provider, plan->'routes'->route->>'mid' as mid",
  "plan->'routes'->0->>'provider' as provider, plan->'routes'->0->>'mid' as mid",
];
