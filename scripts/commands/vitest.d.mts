export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

export function runVitest(
  selection: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Counts>;

/** The counts of a run; `report` is undefined when vitest ended before it wrote one. */
export function count(report: VitestReport | undefined, succeeded: boolean): Counts;
