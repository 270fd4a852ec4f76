import type { Configuration, Project, Timing } from '#domain/configuration/configuration';
import { usualRefunds } from '#domain/refunds/project-refunds';
import { dayMs } from '#domain/refunds/refund-terms';

/**
 * The release before 1.0 has `sweepMs` for `recoveryMs`, and knows nothing of refunds and statements: its versions are read,
 * and it can read those that are written now. Goes with the next release (docs/decisions/0050).
 */
type StoredTiming = Omit<Timing, 'recoveryMs' | 'submitMaxAgeMs' | keyof typeof newTiming> &
  Partial<Record<'recoveryMs' | 'sweepMs', readonly number[]>> &
  Partial<typeof newTiming> & {
    readonly submitMaxAgeMs: Omit<Timing['submitMaxAgeMs'], 'refund'> & { readonly refund?: number };
  };

/** The usual timing of refunds and statements, for a version without them. Its providers make no refunds until it is applied again. */
const newTiming: Pick<
  Timing,
  'lateRefundLookupsMs' | 'refundApprovalMs' | 'reconcileLagMs' | 'settlementDueMs' | 'periodGraceMs'
> = {
  lateRefundLookupsMs: [dayMs, 7 * dayMs, 30 * dayMs],
  refundApprovalMs: 7 * dayMs,
  reconcileLagMs: 3 * dayMs,
  settlementDueMs: 5 * dayMs,
  periodGraceMs: dayMs / 24,
};

/** A configuration as it is stored, without keys and credentials. */
export type StoredDocument = Omit<Configuration, 'timing' | 'projects'> & {
  readonly timing: StoredTiming;
  readonly projects: Readonly<Record<string, StoredProject>>;
};

type StoredProject = Omit<Project, 'timing' | 'refunds'> & {
  readonly timing: StoredTiming;
  readonly refunds?: Project['refunds'];
};

export function readDocument(document: StoredDocument): Configuration {
  return {
    ...document,
    timing: readTiming(document.timing),
    projects: mapValues({ ...document.projects }, ({ refunds = usualRefunds, timing, ...project }) => ({
      ...project,
      refunds,
      timing: readTiming(timing),
    })),
  };
}

function readTiming({ sweepMs = [], recoveryMs = sweepMs, submitMaxAgeMs, ...timing }: StoredTiming): Timing {
  return {
    ...newTiming,
    ...timing,
    recoveryMs,
    submitMaxAgeMs: { refund: dayMs, ...submitMaxAgeMs },
  };
}

/** Until the next release the audit log lists a change of these pauses under both names. */
export function writeDocument(configuration: Configuration): StoredDocument {
  const withOldName = (timing: Timing) => ({ ...timing, sweepMs: timing.recoveryMs });
  return {
    ...configuration,
    timing: withOldName(configuration.timing),
    projects: mapValues(configuration.projects, (project) => ({
      ...project,
      timing: withOldName(project.timing),
    })),
  };
}

function mapValues<In, Out>(
  record: Readonly<Record<string, In>>,
  change: (value: In) => Out,
): Readonly<Record<string, Out>> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
