/** One transaction from the first call to its end. */
export type Transaction = {
  readonly workflowId: string;
  /** Milliseconds until the create call, or the bare flow's update-with-start, was answered. */
  readonly createMs: number;
};

/** What is measured: something that runs whole transactions. */
export type Driver = {
  /** Makes what this number of transactions needs; not measured. */
  prepare?(transactions: number): Promise<void>;
  /** Runs one to its end; throws when it ends otherwise than it should. */
  run(): Promise<Transaction>;
  /** Returns when nothing of the transactions that ended is under way any more. */
  settle(): Promise<void>;
};
