import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js';

type Recorded = NonNullable<ReturnType<typeof historyFromJSON>['events']>[number];

/** The names of everything that a workflow did or received in this history. */
export function namesInHistory(recorded: unknown): {
  readonly activities: readonly string[];
  readonly messages: readonly string[];
} {
  const { events } = historyFromJSON(recorded);
  const all = events ?? [];
  return { activities: all.flatMap(activitiesOf), messages: all.flatMap(messagesOf) };
}

/** Of a local activity only its result is recorded, by a marker that says which one it was. */
function activitiesOf(event: Recorded): readonly string[] {
  const scheduled = event.activityTaskScheduledEventAttributes?.activityType?.name;
  if (scheduled) return [scheduled];
  const data = event.markerRecordedEventAttributes?.details?.['data']?.payloads?.[0]?.data;
  if (!data) return [];
  const { activity_type: local } = JSON.parse(Buffer.from(data).toString()) as { activity_type?: string };
  return local === undefined ? [] : [local];
}

/** Updates that were accepted, and signals. */
function messagesOf(event: Recorded): readonly string[] {
  const update = event.workflowExecutionUpdateAcceptedEventAttributes?.acceptedRequest?.input?.name;
  const signal = event.workflowExecutionSignaledEventAttributes?.signalName;
  return [update, signal].filter((name) => typeof name === 'string');
}
