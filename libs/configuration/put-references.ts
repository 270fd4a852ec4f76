import { isPair, isScalar, isSeq, visit } from 'yaml';
import type { Document, Node, Pair } from 'yaml';
import type { Path } from './mistake.js';

export type ReferenceSources = {
  /** For `${NAME}` and `${NAME:-default}`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** For `${file:/path}`: what the file holds, nothing when it cannot be had. Without it there are no such files. */
  readonly readSecretFile?: (path: string) => string | undefined;
};

export type BrokenReference = { readonly offset: number; readonly path: Path; readonly message: string };

/** Puts what they stand for in place of all references, and says which lead nowhere. Those stay as they are written. */
export function putReferences(document: Document, sources: ReferenceSources): readonly BrokenReference[] {
  const broken: BrokenReference[] = [];
  visit(document, {
    Scalar(key, node, ancestors) {
      if (key === 'key' || typeof node.value !== 'string') return;
      node.value = node.value.replaceAll(reference, (written, ...[file, name, fallback]: Matched) => {
        const found = file === undefined ? valueOf(sources, name, fallback) : contentOf(sources, file);
        if (found.kind === 'found') return found.text;
        const { message } = found;
        broken.push({ offset: node.range?.[0] ?? 0, path: pathOf(ancestors, node), message });
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

function contentOf({ readSecretFile }: ReferenceSources, file: string): Found {
  if (!file.startsWith('/')) {
    return {
      kind: 'missing',
      message: 'a secret file is named by its whole path, such as /run/secrets/bank',
    };
  }
  const text = readSecretFile?.(file);
  if (text !== undefined && text !== '') return { kind: 'found', text };
  return { kind: 'missing', message: `the secret file ${file} cannot be read, or is empty` };
}

/** Keys and indexes that lead to a node. */
function pathOf(ancestors: readonly (Document | Node | Pair)[], node: Node): Path {
  const line = [...ancestors, node];
  return line.flatMap((ancestor, index): Path => {
    if (isPair(ancestor)) return [isScalar(ancestor.key) ? String(ancestor.key.value) : ''];
    return isSeq(ancestor) ? [ancestor.items.indexOf(line[index + 1])] : [];
  });
}
