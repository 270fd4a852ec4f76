import { createHash } from 'node:crypto';
import type { Configuration, Project, Route } from '#domain/configuration/configuration';
import { writeDuration } from './durations.js';

/** One place where two configurations differ, in the words of the file; what is secret is not in it. */
export type Difference =
  | { readonly kind: 'added' | 'removed'; readonly path: string; readonly value: string }
  | { readonly kind: 'changed'; readonly path: string; readonly before: string; readonly after: string };

/** What another configuration would change, by path, in the order of that one. Entries of a list without names are added or removed as a whole. */
export function compareConfigurations(before: Configuration, after: Configuration): readonly Difference[] {
  return compareRecords(writtenView(before), writtenView(after), '');
}

/** One line: `+ path: value`, `- path: value`, or `~ path: before → after`. */
export function describeDifference(difference: Difference): string {
  const { kind, path } = difference;
  if (kind === 'changed') return `~ ${path}: ${changeOf(difference)}`;
  return `${kind === 'added' ? '+' : '-'} ${path}: ${difference.value}`;
}

function changeOf({ before, after }: { readonly before: string; readonly after: string }): string {
  return before === hidden && after === hidden ? `${hidden} changed` : `${before} → ${after}`;
}

function compareRecords(before: ViewRecord, after: ViewRecord, path: string): readonly Difference[] {
  const names = [...new Set([...Object.keys(after), ...Object.keys(before)])];
  return names.flatMap((name) =>
    compareViews(before[name], after[name], path === '' ? name : `${path}.${name}`),
  );
}

function compareViews(
  before: View | undefined,
  after: View | undefined,
  path: string,
): readonly Difference[] {
  if (before === undefined) return leavesOf(after, path).map((leaf) => ({ kind: 'added', ...leaf }));
  if (after === undefined) return leavesOf(before, path).map((leaf) => ({ kind: 'removed', ...leaf }));
  if (canonical(before) === canonical(after)) return [];
  if (isRecord(before) && isRecord(after)) return compareRecords(before, after, path);
  if (isList(before) && isList(after) && [...before, ...after].some(isRecord))
    return compareLists(before, after, path);
  return [{ kind: 'changed', path, before: show(before), after: show(after) }];
}

/** Each entry counts as often as it stands there. The same entries in another order differ: the first one may win. */
function compareLists(before: readonly View[], after: readonly View[], path: string): readonly Difference[] {
  const removed = without(before, after);
  const added = without(after, before);
  const changes: readonly Difference[] = [
    ...removed.map((entry) => ({ kind: 'removed' as const, path, value: show(entry) })),
    ...added.map((entry) => ({ kind: 'added' as const, path, value: show(entry) })),
  ];
  const isReordered = canonical(without(before, removed)) !== canonical(without(after, added));
  if (!isReordered) return changes;
  return [...changes, { kind: 'changed', path, before: 'order', after: 'other order' }];
}

function without(entries: readonly View[], taken: readonly View[]): readonly View[] {
  const left = taken.map(canonical);
  return entries.filter((entry) => {
    const at = left.indexOf(canonical(entry));
    if (at < 0) return true;
    left.splice(at, 1);
    return false;
  });
}

function leavesOf(
  view: View | undefined,
  path: string,
): readonly { readonly path: string; readonly value: string }[] {
  if (view === undefined) return [];
  if (!isRecord(view) || Object.keys(view).length === 0) return [{ path, value: show(view) }];
  return Object.entries(view).flatMap(([name, part]) => leavesOf(part, `${path}.${name}`));
}

const hidden = '(hidden)';

function show(view: View): string {
  if (view instanceof Hidden) return hidden;
  if (isList(view)) return `[${view.map(show).join(', ')}]`;
  if (!isRecord(view)) return String(view);
  const parts = Object.entries(view).map(([name, part]) => `${name}: ${show(part)}`);
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

/** Equal for equal views, whatever the order of names. Never shown: it contains hidden values. */
function canonical(view: View | readonly View[]): string {
  return JSON.stringify(view, (_name, part: View) =>
    isRecord(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

function isRecord(view: View): view is ViewRecord {
  return typeof view === 'object' && !isList(view) && !(view instanceof Hidden);
}

function isList(view: View): view is readonly View[] {
  return Array.isArray(view);
}

/** A value of which only a change may be shown, never the value itself. */
class Hidden {
  constructor(readonly value: string) {}
}

type View = Hidden | string | number | boolean | readonly View[] | ViewRecord;
type ViewRecord = { readonly [name: string]: View };

/**
 * A resolved configuration in the words of the file: names in snake_case, durations with their unit, routes with their
 * projects, a project's timing only where it differs from the common one. Secrets, and what identifies a blocked
 * customer or card, are hidden.
 */
function writtenView(configuration: Configuration): ViewRecord {
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
    routes: Object.fromEntries(routes.map((route) => [route.name, viewOfRoute(route)] as const)),
  };
}

/** Conditions stand beside the rest of a route; the names in `when.meta` are the merchant's own. */
function viewOfRoute({ name: _name, project: _project, conditions = {}, ...route }: Route): ViewRecord {
  const { meta, ...others } = conditions;
  return {
    ...viewOfRecord({ ...route, ...others }),
    ...(meta && { when: { meta: mapValues(meta, viewOf) } }),
  };
}

function viewOfKeys(keys: readonly { readonly id: string; readonly secret: string }[]): ViewRecord {
  return Object.fromEntries(keys.map(({ id, secret }) => [id, new Hidden(secret)]));
}

/** Fields of a block that are shown; the blocked person is not. */
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

/** Names that people have chosen are no camelCase and stay as they are. */
function inFileWords(name: string): string {
  if (name === 'defaults') return 'default_urls';
  if (name === 'retentionPersonal') return 'retention.personal';
  if (name === 'retentionHistory') return 'retention.history';
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

/**
 * SHA-256, hexadecimal, of a resolved configuration: equal for two files that mean the same, whatever their comments
 * and the order of their keys, and different when the environment gave another value.
 */
export function configurationDigest(configuration: Configuration): string {
  return createHash('sha256').update(canonicalJson(configuration)).digest('hex');
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (isMapping(part) ? sortedByKey(part) : part));
}

function sortedByKey(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
