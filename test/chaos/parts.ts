export const workerNames = ['worker', 'worker2'] as const;
/** What a release replaces. */
export const releasedNames = ['api', 'api2', ...workerNames, 'checkout'] as const;
export const appNames = [...releasedNames, 'sandbox'] as const;
export type WorkerName = (typeof workerNames)[number];
export type ReleasedName = (typeof releasedNames)[number];
export type AppName = (typeof appNames)[number];
export type PartName = AppName | 'Postgres' | 'Temporal';
