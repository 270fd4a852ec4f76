import { isGrpcServiceError, type Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common';

/** Of gRPC: https://grpc.io/docs/guides/status-codes. */
const notFound = 5;
const msPerHour = 3_600_000;

/** Makes the namespace where there is none, and returns whether it did. `retentionHours`: how long ended flows stay. */
export async function ensureNamespace(
  connection: Connection,
  namespace: string,
  retentionHours: number,
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
    workflowExecutionRetentionPeriod: msToTs(retentionHours * msPerHour),
  });
  return true;
}
