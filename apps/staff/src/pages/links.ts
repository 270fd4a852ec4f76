import { workflowIdOf } from '#contracts/transaction-workflow';
import type { TransactionType } from '#domain/transaction/status';

/**
 * Where to look further. In the templates `{identifier}`, `{request_id}` and `{trace_id}` stand for those of the transaction.
 */
export type LinkTemplates = {
  readonly temporalUi: string;
  readonly namespace: string;
  /** Absent: there is no such tool. */
  readonly trace: string | undefined;
  readonly logs: string | undefined;
};

type Subject = {
  readonly type: TransactionType;
  readonly identifier: string;
  readonly requestId: string;
  /** Undefined: it is not traced, and a template with `{trace_id}` gives no link. */
  readonly traceId: string | undefined;
};

/** Addresses by the names of the links. */
export function linksOf(
  { trace, logs, ...temporal }: LinkTemplates,
  { type, identifier, requestId, traceId }: Subject,
): Readonly<Record<string, string>> {
  const fill = (template: string) =>
    template
      .replaceAll('{identifier}', encodeURIComponent(identifier))
      .replaceAll('{request_id}', encodeURIComponent(requestId))
      .replaceAll('{trace_id}', encodeURIComponent(traceId ?? ''));
  const leads = (template: string | undefined): template is string =>
    template !== undefined && (traceId !== undefined || !template.includes('{trace_id}'));
  return {
    'Temporal UI': workflowAddress(temporal, workflowIdOf(type, identifier)),
    ...(leads(trace) && { Trace: fill(trace) }),
    ...(leads(logs) && { Logs: fill(logs) }),
  };
}

/** The page of a workflow in the Temporal UI. */
export function workflowAddress(
  { temporalUi, namespace }: Pick<LinkTemplates, 'temporalUi' | 'namespace'>,
  workflowId: string,
): string {
  return `${temporalUi}/namespaces/${encodeURIComponent(namespace)}/workflows/${encodeURIComponent(workflowId)}`;
}

/** What is wrong with a template, for a person. */
export function templateProblem(template: string): string | undefined {
  const isAddress = URL.canParse(template) && /^https?:$/.test(new URL(template).protocol);
  return isAddress ? undefined : 'must be an address that begins with http:// or https://';
}
