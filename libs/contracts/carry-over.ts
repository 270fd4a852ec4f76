import { defineSignal } from '@temporalio/workflow';

/**
 * A release asks a workflow that only waits to go on in a new run, on the version of the worker that is current. Carries
 * nothing: what the workflow knows is in Postgres.
 */
export const carryOver = defineSignal('carryOver');
