import { isAlias, isCollection, isMap, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import type { Document, YAMLError } from 'yaml';
import type { Mistake, MistakeAt, Path } from './mistake.js';
import { putReferences, type ReferenceSources } from './put-references.js';

export type ParsedYaml = {
  /** Plain data; `undefined` where the text is too broken to give any. */
  readonly data: unknown;
  readonly mistakes: readonly Mistake[];
  /** Gives a mistake the place in the text of the nearest thing that exists on its path. */
  readonly locate: (mistake: MistakeAt) => Mistake;
};

/**
 * Reads YAML 1.2 and puts what its texts refer to into them, in values only. Duplicate keys, references that lead
 * nowhere and broken syntax are mistakes. After the first two there are still data to check; of broken
 * syntax only the first place is told, because the rest follows from it.
 */
export function parseYaml(text: string, sources: ReferenceSources): ParsedYaml {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true });
  const mistakeAt = (offset: number, path: Path, message: string): Mistake => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col, path: path.join('.'), message };
  };
  const faults = [...document.errors, ...document.warnings];
  const broken = faults.find((fault) => !leavesData(fault));
  const mistakes = (broken ? [broken] : faults).map((fault) =>
    mistakeAt(fault.pos[0], [], withoutQuotation(fault.message)),
  );
  const toStart = ({ at, message }: MistakeAt) => mistakeAt(0, at, message);
  if (broken) return { data: undefined, mistakes, locate: toStart };
  const unresolved = unresolvedAliases(document).map((at) =>
    mistakeAt(at, [], 'no anchor of this name before'),
  );
  if (unresolved.length > 0)
    return { data: undefined, mistakes: [...mistakes, ...unresolved], locate: toStart };
  mistakes.push(
    ...putReferences(document, sources).map(({ offset, path, message }) => mistakeAt(offset, path, message)),
  );
  return {
    // No limit: the file is the operator's own, and one key may be given to many projects.
    data: document.toJS({ maxAliasCount: -1 }),
    mistakes,
    locate: ({ at, message }) => mistakeAt(offsetOf(document, at), at, message),
  };
}

function leavesData(fault: YAMLError): boolean {
  return fault.code === 'DUPLICATE_KEY';
}

/** What the parser quotes may be part of a secret. */
function withoutQuotation(message: string): string {
  return message.replace(/: ".*$/s, '');
}

/** Offsets. */
function unresolvedAliases(document: Document): number[] {
  const offsets: number[] = [];
  visit(document, {
    Alias(_, alias) {
      if (!alias.resolve(document)) offsets.push(startOf(alias));
    },
  });
  return offsets;
}

function offsetOf(document: Document, path: Path): number {
  let node: unknown = document.contents;
  let offset = startOf(node);
  for (const part of path) {
    const collection: unknown = isAlias(node) ? node.resolve(document) : node;
    if (!isCollection(collection)) return offset;
    const key = isMap(collection) ? collection.items.find((pair) => isKey(pair.key, part))?.key : undefined;
    node = collection.get(part, true);
    if (node === undefined && key === undefined) return offset;
    offset = startOf(key ?? node);
  }
  return offset;
}

function isKey(key: unknown, part: string | number): boolean {
  return isScalar(key) && key.value === String(part);
}

function startOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}
