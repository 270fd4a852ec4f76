import { isAlias, isCollection, isMap, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import type { Document, Node, YAMLError } from 'yaml';
import type { Mistake, MistakeAt, Path } from './mistake.js';

export type Environment = Readonly<Record<string, string | undefined>>;

export type ParsedYaml = {
  /** Plain data; `undefined` where the text is too broken to give any. */
  readonly data: unknown;
  readonly mistakes: readonly Mistake[];
  /** Gives a mistake the place in the text of the nearest thing that exists on its path. */
  readonly locate: (mistake: MistakeAt) => Mistake;
};

/**
 * Reads YAML 1.2 and puts the environment into its texts: `${NAME}` and `${NAME:-default}`, in values only. Duplicate
 * keys, unset variables and broken syntax are mistakes; after the first two there are still data to check.
 */
export function parseYaml(text: string, environment: Environment): ParsedYaml {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true });
  const mistakeAt = (offset: number, path: Path, message: string): Mistake => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col, path: path.join('.'), message };
  };
  const faults = [...document.errors, ...document.warnings];
  const mistakes = faults.map((fault) => mistakeAt(fault.pos[0], [], fault.message));
  mistakes.push(
    ...putEnvironment(document, environment).map(([at, name]) =>
      mistakeAt(at, [], `the environment variable ${name} is not set, and there is no default`),
    ),
  );
  return {
    data: faults.every(leavesData) ? document.toJS() : undefined,
    mistakes,
    locate: ({ at, message }) => mistakeAt(offsetOf(document, at), at, message),
  };
}

function leavesData(fault: YAMLError): boolean {
  return fault.code === 'DUPLICATE_KEY';
}

/** Offsets and names of the variables that are not set. */
function putEnvironment(document: Document, environment: Environment): [number, string][] {
  const unset: [number, string][] = [];
  visit(document, {
    Scalar(key, node) {
      if (key === 'key' || typeof node.value !== 'string') return;
      node.value = node.value.replaceAll(variable, (_, name: string, fallback: string | undefined) => {
        const value = environment[name];
        if (value !== undefined && value !== '') return value;
        if (fallback === undefined) unset.push([node.range?.[0] ?? 0, name]);
        return fallback ?? '';
      });
    },
  });
  return unset;
}

const variable = /\$\{([A-Z][A-Z0-9_]*)(?::-([^}]*))?\}/g;

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
  return isNode(node) ? ((node as Node).range?.[0] ?? 0) : 0;
}
