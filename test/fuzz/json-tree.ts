/**
 * A JSON text in parts; a string is a text that stands in the body as it is. Unlike a JavaScript value it can hold what
 * must be refused: a key twice, a malformed number, an unterminated string.
 */
export type JsonTree = string | { readonly kind: 'object' | 'array'; readonly entries: readonly JsonEntry[] };
/** In an array the key means nothing. */
export type JsonEntry = readonly [key: string, value: JsonTree];

/** Where an entry is: its place in each container on the way, and the same as a wire path. */
export type JsonPlace = { readonly steps: readonly number[]; readonly path: string };

export function toTree(value: unknown): JsonTree {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).map(([key, item]): JsonEntry => [key, toTree(item)]);
  return { kind: Array.isArray(value) ? 'array' : 'object', entries };
}

export function writeTree(tree: JsonTree): string {
  if (typeof tree === 'string') return tree;
  if (tree.kind === 'array') return `[${tree.entries.map(([, value]) => writeTree(value)).join(',')}]`;
  return `{${tree.entries.map(([key, value]) => `${JSON.stringify(key)}:${writeTree(value)}`).join(',')}}`;
}

/** Every entry below the root. */
export function placesIn(tree: JsonTree, above: JsonPlace = { steps: [], path: '' }): readonly JsonPlace[] {
  if (typeof tree === 'string') return [];
  return tree.entries.flatMap(([key, value], index) => {
    const path = [above.path, tree.kind === 'array' ? '' : key].join('.').replace(/^\./, '');
    const place = { steps: [...above.steps, index], path };
    return [place, ...placesIn(value, place)];
  });
}

/** The tree with one entry replaced by none, one or several. */
export function replaceEntry(
  tree: JsonTree,
  [step, ...further]: readonly number[],
  replace: (entry: JsonEntry) => readonly JsonEntry[],
): JsonTree {
  if (typeof tree === 'string') return tree;
  const entries = tree.entries.flatMap((entry, index): readonly JsonEntry[] => {
    if (index !== step) return [entry];
    return further.length === 0 ? replace(entry) : [[entry[0], replaceEntry(entry[1], further, replace)]];
  });
  return { ...tree, entries };
}
