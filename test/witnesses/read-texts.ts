/** Every text in a tree of objects, payload bytes read as text too. */
export function readTexts(tree: unknown): readonly string[] {
  if (typeof tree === 'string') return [tree];
  if (tree instanceof Uint8Array) return [Buffer.from(tree).toString('utf8')];
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([key, value]) => [key, ...readTexts(value)]);
}
