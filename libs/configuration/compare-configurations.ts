import type { Configuration } from '#domain/configuration';
import { Hidden, writtenView, type View, type ViewRecord } from './written-view.js';

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

/** Equal for equal views, whatever the order of names. Never told: it holds what is hidden. */
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
