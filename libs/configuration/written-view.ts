import type { Configuration, Project, Route } from '#domain/configuration';

/** A value whose being the same or another one may be told, and nothing else. */
export class Hidden {
  constructor(readonly value: string) {}
}

export type View = Hidden | string | number | boolean | readonly View[] | ViewRecord;
export type ViewRecord = { readonly [name: string]: View };

/**
 * A resolved configuration in the words of the file: names in snake_case, durations with their unit, routes with their
 * projects, a project's timing only where it differs from the common one. Secrets, and what identifies a blocked
 * customer or card, are hidden.
 */
export function writtenView(configuration: Configuration): ViewRecord {
  const { projects, routes, mids, blocklist, ...rest } = configuration;
  return {
    ...viewOfRecord(rest),
    projects: mapValues(projects, (project, name) =>
      viewOfProject(
        project,
        routes.filter((route) => route.project === name),
        configuration,
      ),
    ),
    mids: mapValues(mids, ({ credentials, ...mid }) => ({
      ...viewOfRecord(mid),
      ...(credentials && { credentials: mapValues(credentials, (value) => new Hidden(value)) }),
    })),
    blocklist: mapValues(blocklist, (blocks: readonly object[]) => blocks.map(viewOfBlock)),
  };
}

function viewOfProject(
  { keys, callbackKeys, timing, ...project }: Project,
  routes: readonly Route[],
  { timing: common }: Configuration,
): ViewRecord {
  const shared = new Map(Object.entries(common).map(([name, value]) => [name, JSON.stringify(value)]));
  const own = Object.entries(timing).filter(([name, value]) => JSON.stringify(value) !== shared.get(name));
  return {
    ...viewOfRecord(project),
    ...viewOfRecord({ timing: Object.fromEntries(own) }),
    keys: viewOfKeys(keys),
    callback_keys: viewOfKeys(callbackKeys),
    routes: Object.fromEntries(
      routes.map(({ name, ...route }) => [name, viewOfRecord({ ...route, project: undefined })] as const),
    ),
  };
}

function viewOfKeys(keys: readonly { readonly id: string; readonly secret: string }[]): ViewRecord {
  return Object.fromEntries(keys.map(({ id, secret }) => [id, new Hidden(secret)]));
}

/** Where, for whom, why and how long is told; who is not. */
const toldOfBlock: ReadonlySet<string> = new Set([
  'kind',
  'scope',
  'appliesTo',
  'reason',
  'author',
  'expires',
]);

function viewOfBlock(block: object): View {
  return Object.fromEntries(
    Object.entries(block).map(([name, value]) => [
      inFileWords(name),
      toldOfBlock.has(name) ? viewOf(value) : new Hidden(JSON.stringify(value)),
    ]),
  );
}

function viewOf(value: unknown): View {
  if (Array.isArray(value)) return value.map(viewOf);
  if (typeof value === 'object' && value !== null) return viewOfRecord(value);
  return typeof value === 'number' || typeof value === 'boolean' ? value : String(value);
}

function viewOfRecord(record: object): ViewRecord {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => {
      if (value === undefined) return [];
      return name.endsWith('Ms')
        ? [[inFileWords(name.slice(0, -'Ms'.length)), viewOfDurations(value)]]
        : [[inFileWords(name), viewOf(value)]];
    }),
  );
}

function viewOfDurations(value: unknown): View {
  if (Array.isArray(value)) return value.map(viewOfDurations);
  if (typeof value === 'object' && value !== null)
    return mapValues(value as Readonly<Record<string, unknown>>, viewOfDurations);
  return typeof value === 'number' ? writeDuration(value) : String(value);
}

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
  ['ms', 1],
] as const;

function writeDuration(milliseconds: number): string {
  const [unit, length] = units.find(([, one]) => milliseconds % one === 0 && milliseconds >= one) ?? [
    's',
    1_000,
  ];
  return `${milliseconds / length}${unit}`;
}

/** Names that people have chosen are no camelCase and stay as they are. */
function inFileWords(name: string): string {
  if (name === 'defaults') return 'default_urls';
  if (name === 'retentionPersonal') return 'retention.personal';
  return /^[a-z]+(?:[A-Z][a-z]*)+$/.test(name)
    ? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    : name;
}

function mapValues<In>(
  record: Readonly<Record<string, In>>,
  change: (value: In, name: string) => View,
): ViewRecord {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
}
