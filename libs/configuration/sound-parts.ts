import type { MistakeAt, Path } from './mistake.js';
import type { Known } from './text-forms.js';
import type { WrittenConfiguration, WrittenProject } from './written-configuration.js';

/**
 * The parts of a file that can be checked for meaning despite mistakes of shape: those without one, so that a slip is
 * reported once, and all names, so that a reference to a faulty part is not a second mistake.
 */
export type SoundParts = {
  readonly file: Partial<WrittenConfiguration>;
  readonly projects: readonly ProjectPart[];
  readonly names: Readonly<Record<NamedSection, ReadonlySet<string>>>;
  /** What this build can reach providers by. */
  readonly connectors: Known['connectors'];
};

/** A project as written, or what all projects share; `merchant` is absent in the latter. */
export type ProjectPart = {
  readonly at: Path;
  readonly project: WrittenProject;
  readonly merchant?: string;
};

export function soundParts(
  data: unknown,
  shape: readonly MistakeAt[],
  connectors: Known['connectors'],
): SoundParts {
  const sections = isRecord(data) ? data : {};
  const file: Partial<WrittenConfiguration> = Object.fromEntries(
    Object.entries(sections).flatMap(([section, content]) => soundSection(section, content, shape)),
  );
  return {
    file,
    projects: projectsOf(file),
    connectors,
    names: {
      merchants: namesOf(sections['merchants']),
      projects: namesOf(sections['projects']),
      providers: namesOf(sections['providers']),
      mids: namesOf(sections['mids']),
    },
  };
}

const namedSections = ['merchants', 'projects', 'providers', 'mids'] as const;
type NamedSection = (typeof namedSections)[number];

function soundSection(section: string, content: unknown, shape: readonly MistakeAt[]): [string, unknown][] {
  const faults = shape.map(({ at }) => at).filter(([first]) => first === section);
  if (faults.length === 0) return [[section, content]];
  if (!namedSections.some((name) => name === section) || !isRecord(content)) return [];
  const faulty = new Set(faults.map(([, name]) => name));
  return [[section, Object.fromEntries(Object.entries(content).filter(([name]) => !faulty.has(name)))]];
}

/** A project without `merchant` belongs to the merchant of its own name. */
function projectsOf(file: Partial<WrittenConfiguration>): readonly ProjectPart[] {
  const projects = Object.entries(file.projects ?? {}).map(([name, project]) => ({
    at: ['projects', name],
    project,
    merchant: project.merchant ?? name,
  }));
  return [{ at: ['project_defaults'], project: file.project_defaults ?? {} }, ...projects];
}

function namesOf(section: unknown): ReadonlySet<string> {
  return new Set(isRecord(section) ? Object.keys(section) : []);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
