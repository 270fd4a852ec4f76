import { setTimeout as sleep } from 'node:timers/promises';
import { Connection, isGrpcServiceError } from '@temporalio/client';
import { msToTs, SearchAttributeType } from '@temporalio/common';
import { searchAttributes } from '#contracts/search-attributes';
import { readTemporalConnection } from '#runtime/temporal-connection';
import type { Outcome } from '../command/declare.js';
import { sentenceOf, Trouble } from '../command/failures.js';
import type { Session } from '../command/session.js';

/** How long a server may take to see a new namespace: it reads a cached list. */
const newNamespaceSeconds = 30;
/** The gRPC status: https://grpc.io/docs/guides/status-codes. */
const notFound = 5;
const msPerHour = 3_600_000;
/** Values of `temporal.api.enums.v1.IndexedValueType`. */
const indexedValueTypes = { [SearchAttributeType.KEYWORD]: 2, [SearchAttributeType.BOOL]: 5 } as const;

/**
 * Creates the namespace and the search attributes of our workflows. It needs an admin key; those of the processes do not
 * suffice. Safe to repeat: what exists stays as it is.
 */
export async function prepareTemporal({ environment, settings, say }: Session): Promise<Outcome> {
  const { temporal, retentionHours } = settings((read) => ({
    temporal: readTemporalConnection(environment, read.isProduction()),
    retentionHours: read.number('TEMPORAL_RETENTION_HOURS', 720),
  }));
  const { namespace, options } = temporal;
  const connection = await Connection.connect(options).catch((error: unknown) => {
    throw new Trouble(`Temporal cannot be reached at ${options.address}: ${sentenceOf(error)}`);
  });
  try {
    const isNew = await ensureNamespace(connection, namespace, retentionHours * msPerHour);
    const added = await retrying(isNew ? newNamespaceSeconds : 0, () =>
      ensureSearchAttributes(connection, namespace),
    );
    say(isNew ? `Namespace ${namespace} created.` : `Namespace ${namespace} exists.`);
    say(added.length > 0 ? `Search attributes added: ${added.join(', ')}.` : 'All search attributes exist.');
    return { data: { namespace, isNew, addedSearchAttributes: added } };
  } catch (error) {
    const list = Object.values(searchAttributes).map(({ name, type }) => `${name} (${type.toLowerCase()})`);
    throw new Trouble(
      `Temporal was not prepared: ${sentenceOf(error)}. If this key may not do that, as in Temporal Cloud, create the ` +
        `namespace ${namespace} and these search attributes by hand: ${list.join(', ')}.`,
    );
  } finally {
    await connection.close();
  }
}

/** Creates the namespace unless it exists, and returns whether it did. */
async function ensureNamespace(
  connection: Connection,
  namespace: string,
  retentionMs: number,
): Promise<boolean> {
  try {
    await connection.workflowService.describeNamespace({ namespace });
    return false;
  } catch (error) {
    const code: number | undefined = isGrpcServiceError(error) ? error.code : undefined;
    if (code !== notFound) throw error;
  }
  await connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: msToTs(retentionMs),
  });
  return true;
}

/** Adds the search attributes that the namespace lacks, and returns their names. */
async function ensureSearchAttributes(connection: Connection, namespace: string): Promise<readonly string[]> {
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  const missing = Object.values(searchAttributes).filter((key) => !(key.name in customAttributes));
  if (missing.length === 0) return [];
  await connection.operatorService.addSearchAttributes({
    namespace,
    searchAttributes: Object.fromEntries(missing.map((key) => [key.name, indexedValueTypes[key.type]])),
  });
  return missing.map(({ name }) => name);
}

/** Repeats the work every second until it succeeds; throws its error once the seconds are over. */
async function retrying<Result>(seconds: number, work: () => Promise<Result>): Promise<Result> {
  for (let left = seconds; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left <= 0) throw error;
      await sleep(1_000);
    }
  }
}
