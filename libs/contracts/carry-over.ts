import { defineSignal } from '@temporalio/workflow';

/**
 * A release asks a waiting workflow to continue in a new run, on the current version of the worker. Has no content, because
 * the state is in Postgres.
 */
export const carryOver = defineSignal('carryOver');
