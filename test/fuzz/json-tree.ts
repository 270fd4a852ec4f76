/**
 * A JSON text in parts. Unlike a JavaScript value it can hold what must be refused: a duplicate key, a malformed number,
 * a malformed string.
 */
export type JsonTree =
  | { readonly kind: 'written'; readonly text: string }
  | { readonly kind: 'object' | 'array'; readonly entries: readonly JsonEntry[] };
/** In an array the key means nothing. */
export type JsonEntry = readonly [key: string, value: JsonTree];

/** Where an entry is: its place in each container on the way, and the same as a wire path. */
export type JsonPlace = { readonly steps: readonly number[]; readonly path: string };

export function toTree(value: unknown): JsonTree {
  if (Array.isArray(value)) {
    return { kind: 'array', entries: value.map((item: unknown): JsonEntry => ['', toTree(item)]) };
  }
  if (typeof value === 'object' && value !== null) {
    return { kind: 'object', entries: Object.entries(value).map(([key, item]) => [key, toTree(item)]) };
  }
  return written(JSON.stringify(value) ?? 'null');
}

/** A text that stands in the body as it is, whether it is JSON or not. */
export function written(text: string): JsonTree {
  return { kind: 'written', text };
}

export function writeTree(tree: JsonTree): string {
  switch (tree.kind) {
    case 'written':
      return tree.text;
    case 'array':
      return `[${tree.entries.map(([, value]) => writeTree(value)).join(',')}]`;
    case 'object':
      return `{${tree.entries.map(([key, value]) => `${JSON.stringify(key)}:${writeTree(value)}`).join(',')}}`;
  }
}

/** Every entry below the root. */
export function placesIn(tree: JsonTree, above: JsonPlace = { steps: [], path: '' }): readonly JsonPlace[] {
  if (tree.kind === 'written') return [];
  return tree.entries.flatMap(([key, value], index) => {
    const path = above.path === '' ? key : `${above.path}.${key}`;
    const place = { steps: [...above.steps, index], path };
    return [place, ...placesIn(value, place)];
  });
}

/** The tree with one entry replaced by none, one or several. */
export function replaceEntry(
  tree: JsonTree,
  steps: readonly number[],
  replace: (entry: JsonEntry) => readonly JsonEntry[],
): JsonTree {
  const [step, ...further] = steps;
  if (tree.kind === 'written' || step === undefined) return tree;
  const entries = tree.entries.flatMap((entry, index): readonly JsonEntry[] => {
    if (index !== step) return [entry];
    return further.length === 0 ? replace(entry) : [[entry[0], replaceEntry(entry[1], further, replace)]];
  });
  return { ...tree, entries };
}
