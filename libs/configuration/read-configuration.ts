import type { Configuration } from '#domain/configuration/configuration';
import type { BlockKind } from '#domain/risk/block';
import { checkMeaning } from './check.js';
import { checkShape } from './check-shape.js';
import type { Mistake } from './mistake.js';
import { parseYaml, type ReferenceSources } from './parse-yaml.js';
import { resolveConfiguration } from './resolve-configuration.js';
import type { Known } from './text-forms.js';
import type { WrittenConfiguration } from './written-configuration.js';

export type ConfigurationReading =
  | {
      readonly kind: 'read';
      readonly configuration: Configuration;
      /** Old names of keys, which are accepted for a release. */
      readonly warnings: readonly Mistake[];
    }
  | { readonly kind: 'refused'; readonly mistakes: readonly Mistake[] };

export type ReadingOptions = Known &
  ReferenceSources & {
    /** Keyed hash of what is blocked, hexadecimal (a BIN as it is): it is kept as nothing else. */
    readonly hashBlocked: (kind: BlockKind, text: string) => string;
  };

/**
 * Reads the text of `config/gateway.yaml` and checks its shape, unknown and duplicate keys, and the relations of its parts.
 * Returns all mistakes in the order of the text; a single one refuses the whole file. Never throws for the content.
 */
export function readConfiguration(text: string, options: ReadingOptions): ConfigurationReading {
  const { data, mistakes, warnings, locate } = parseYaml(text, options);
  if (data === undefined) return { kind: 'refused', mistakes };
  const shape = checkShape(data, options);
  const meaning = checkMeaning(data, shape, options.connectors);
  const all = [...mistakes, ...[...shape, ...meaning].map(locate)];
  if (all.length > 0) return { kind: 'refused', mistakes: all.toSorted(byPlace) };
  // The schema has just proved the shape.
  const written = data as WrittenConfiguration;
  return { kind: 'read', configuration: resolveConfiguration(written, options), warnings };
}

function byPlace(left: Mistake, right: Mistake): number {
  return left.line - right.line || left.column - right.column;
}
