export const workerNames = ['worker', 'worker2'] as const;
export const appNames = ['api', 'api2', ...workerNames, 'checkout', 'sandbox'] as const;
export type AppName = (typeof appNames)[number];
export type PartName = AppName | 'Postgres' | 'Temporal';
