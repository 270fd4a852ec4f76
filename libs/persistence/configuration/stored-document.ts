import type { Configuration, Timing } from '#domain/configuration/configuration';

/**
 * The release before 1.0 has `sweepMs` for `recoveryMs`: its versions are read, and it can read those that are written
 * now. Goes with the next release (docs/decisions/0050).
 */
type StoredTiming = Omit<Timing, 'recoveryMs'> & Partial<Record<'recoveryMs' | 'sweepMs', readonly number[]>>;

/** A configuration as it is stored, without keys and credentials. */
export type StoredDocument = WithTiming<StoredTiming>;

type WithTiming<Timings> = Omit<Configuration, 'timing' | 'projects'> & {
  readonly timing: Timings;
  readonly projects: Readonly<
    Record<string, Omit<Configuration['projects'][string], 'timing'> & { readonly timing: Timings }>
  >;
};

export function readDocument(document: StoredDocument): Configuration {
  return withTimings(document, ({ sweepMs = [], recoveryMs = sweepMs, ...timing }) => ({
    ...timing,
    recoveryMs,
  }));
}

/** Until the next release the audit log lists a change of these pauses under both names. */
export function writeDocument(configuration: Configuration): StoredDocument {
  return withTimings(configuration, (timing) => ({ ...timing, sweepMs: timing.recoveryMs }));
}

function withTimings<In, Out>(document: WithTiming<In>, change: (timing: In) => Out): WithTiming<Out> {
  const projects = Object.entries({ ...document.projects }).map(
    ([name, project]) => [name, { ...project, timing: change(project.timing) }] as const,
  );
  return { ...document, timing: change(document.timing), projects: Object.fromEntries(projects) };
}
