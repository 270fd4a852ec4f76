import { compareAmounts } from '#domain/money';
import type { MistakeAt, Path } from './mistake.js';
import { parseDuration } from './parse-duration.js';
import type {
  WrittenConfiguration,
  WrittenLimits,
  WrittenProject,
  WrittenRoute,
  WrittenTiming,
} from './written-configuration.js';

/**
 * What the parts of the file say about each other: names that lead nowhere, keys used twice, limits upside down. Parts
 * with a mistake of shape are left out, so that one slip is told once; names are known even when their part is wrong.
 */
export function checkMeaning(data: unknown, shape: readonly MistakeAt[]): readonly MistakeAt[] {
  const file = soundParts(data, shape);
  const names = {
    merchants: keysOf(data, 'merchants'),
    projects: keysOf(data, 'projects'),
    providers: keysOf(data, 'providers'),
    mids: keysOf(data, 'mids'),
  };
  return [
    ...checkTimings(file),
    ...checkProviders(file),
    ...Object.entries(file.mids ?? {})
      .filter(([, { provider }]) => !names.providers.has(provider))
      .map(([name]) => mistake(['mids', name, 'provider'], 'there is no provider of this name')),
    ...projectsOf(file).flatMap(({ at, project, merchant }) => [
      ...(merchant === undefined || names.merchants.has(merchant)
        ? []
        : [mistake([...at, 'merchant'], `there is no merchant ${merchant}`)]),
      ...checkLimits([...at, 'limits'], project.limits),
      ...checkRoutes([...at, 'routes'], project.routes ?? [], names.mids),
    ]),
    ...checkKeys(file),
    ...checkRates(file, names.providers),
    ...checkBlocklist(file, names.merchants, names.projects),
  ];
}

type SoundParts = Partial<WrittenConfiguration>;
type Names = ReadonlySet<string>;

/** The data without the parts (sections, or entries of a section) that have a mistake of shape. */
function soundParts(data: unknown, shape: readonly MistakeAt[]): SoundParts {
  if (!isRecord(data)) return {};
  const isFaulty = (...path: Path) => shape.some(({ at }) => path.every((part, index) => at[index] === part));
  const entries = Object.entries(data).flatMap(([section, content]): [string, unknown][] => {
    if (!isFaulty(section)) return [[section, content]];
    if (!entrySections.has(section) || !isRecord(content)) return [];
    return [[section, Object.fromEntries(Object.entries(content).filter(([name]) => !isFaulty(section, name)))]];
  });
  return Object.fromEntries(entries);
}

const entrySections: ReadonlySet<string> = new Set(['merchants', 'projects', 'providers', 'mids']);

function keysOf(data: unknown, section: string): Names {
  const content = isRecord(data) ? data[section] : undefined;
  return new Set(isRecord(content) ? Object.keys(content) : []);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mistake(at: Path, message: string): MistakeAt {
  return { at, message };
}

type ProjectPart = { readonly at: Path; readonly project: WrittenProject; readonly merchant?: string };

/** Every project, and what all of them share. A project without `merchant` belongs to the merchant of its name. */
function projectsOf(file: SoundParts): readonly ProjectPart[] {
  return [
    { at: ['project_defaults'], project: file.project_defaults ?? {} },
    ...Object.entries(file.projects ?? {}).map(([name, project]) => ({
      at: project.merchant === undefined ? ['projects', name] : ['projects', name],
      project,
      merchant: project.merchant ?? name,
    })),
  ];
}

function checkTimings(file: SoundParts): readonly MistakeAt[] {
  const parts: readonly [Path, Partial<WrittenTiming>][] = [
    [['timing'], file.timing ?? {}],
    ...projectsOf(file).map(({ at, project }): [Path, Partial<WrittenTiming>] => [
      [...at, 'timing'],
      { ...file.timing, ...project.timing },
    ]),
  ];
  return parts
    .filter(([, timing]) => lengthOf(timing.provider_call) >= lengthOf(timing.response_deadline))
    .map(([at]) => mistake([...at, 'provider_call'], 'must be shorter than response_deadline'));
}
