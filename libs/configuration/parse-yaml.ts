import { readFileSync, statSync } from 'node:fs';
import {
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type Node,
  type Pair,
  type YAMLError,
} from 'yaml';
import type { Mistake, MistakeAt, Path } from './mistake.js';
import { renameOldKeys } from './old-keys.js';

export type ParsedYaml = {
  /** Plain data; `undefined` where the text is too broken to give any. */
  readonly data: unknown;
  readonly mistakes: readonly Mistake[];
  /** Keys by a name of the release before, which were read as their new names. */
  readonly warnings: readonly Mistake[];
  /** Gives a mistake the place in the text of the nearest thing that exists on its path. */
  readonly locate: (mistake: MistakeAt) => Mistake;
};

/**
 * Reads YAML 1.2 and puts what its texts refer to into them, in values only. Duplicate keys, references that lead
 * nowhere and broken syntax are mistakes. After the first two there are still data to check; of broken
 * syntax only the first place is reported, because the rest follows from it.
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
  if (broken) return { data: undefined, mistakes, warnings: [], locate: toStart };
  const unresolved = unresolvedAliases(document).map((at) =>
    mistakeAt(at, [], 'no anchor with this name above'),
  );
  if (unresolved.length > 0)
    return { data: undefined, mistakes: [...mistakes, ...unresolved], warnings: [], locate: toStart };
  mistakes.push(
    ...putReferences(document, sources).map(({ offset, path, message }) => mistakeAt(offset, path, message)),
  );
  const renamed = renameOldKeys(document);
  return {
    // No limit: the file is the operator's own, and one key may be given to many projects.
    data: document.toJS({ maxAliasCount: -1 }),
    mistakes,
    warnings: renamed.map(({ offset, at, message }) => mistakeAt(offset, at, message)),
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

export type ReferenceSources = {
  /** For `${NAME}` and `${NAME:-default}`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** For `${file:/path}`: what the file holds, nothing when it cannot be had. Without it there are no such files. */
  readonly readSecretFile?: (path: string) => string | undefined;
};

type BrokenReference = { readonly offset: number; readonly path: Path; readonly message: string };

/** Puts what they stand for in place of all references, and says which lead nowhere. Those stay as they are written. */
function putReferences(document: Document, sources: ReferenceSources): readonly BrokenReference[] {
  const broken: BrokenReference[] = [];
  visit(document, {
    Scalar(key, node, ancestors) {
      if (key === 'key' || typeof node.value !== 'string') return;
      node.value = node.value.replaceAll(reference, (written, ...[file, name, fallback]: Matched) => {
        const found = file === undefined ? valueOf(sources, name, fallback) : contentOf(sources, file);
        if (found.kind === 'found') return found.text;
        const { message } = found;
        broken.push({ offset: node.range?.[0] ?? 0, path: pathTo(ancestors, node), message });
        return written;
      });
    },
  });
  return broken;
}

const reference = /\$\{(?:file:([^}]*)|([A-Z][A-Z0-9_]*)(?::-([^}]*))?)\}/g;
type Matched = [string | undefined, string | undefined, string | undefined];

type Found =
  { readonly kind: 'found'; readonly text: string } | { readonly kind: 'missing'; readonly message: string };

function valueOf({ environment }: ReferenceSources, name = '', fallback: string | undefined): Found {
  const value = environment[name];
  if (value !== undefined && value !== '') return { kind: 'found', text: value };
  if (fallback !== undefined) return { kind: 'found', text: fallback };
  const message = `the environment variable ${name} is not set, and there is no default`;
  return { kind: 'missing', message };
}

function contentOf(sources: ReferenceSources, file: string): Found {
  if (!file.startsWith('/')) {
    return {
      kind: 'missing',
      message: 'a secret file is named by its whole path, such as /run/secrets/bank',
    };
  }
  const text = sources.readSecretFile?.(file);
  if (text !== undefined && text !== '') return { kind: 'found', text };
  return { kind: 'missing', message: `the secret file ${file} cannot be read, or is empty` };
}

/** Keys and indexes that lead to a node. */
function pathTo(ancestors: readonly (Document | Node | Pair)[], node: Node): Path {
  const line = [...ancestors, node];
  return line.flatMap((ancestor, index): Path => {
    if (isPair(ancestor)) return [isScalar(ancestor.key) ? String(ancestor.key.value) : ''];
    return isSeq(ancestor) ? [ancestor.items.indexOf(line[index + 1])] : [];
  });
}

const secretFileBytesMax = 64 * 1024;

/** What a secret file holds, without the line end that editors leave; nothing for what is no readable file of a secret's size. */
export function readSecretFile(path: string): string | undefined {
  try {
    const found = statSync(path);
    if (!found.isFile() || found.size > secretFileBytesMax) return undefined;
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch {
    return undefined;
  }
}
