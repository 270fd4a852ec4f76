import { isMap, isPair, isScalar, visit, type Document } from 'yaml';

/** A key that the release before knew by another name. */
type OldKey = { readonly section: string; readonly name: string; readonly newName: string };

/** Accepted for one release after the rename. */
const oldKeys: readonly OldKey[] = [{ section: 'timing', name: 'sweep', newName: 'recovery' }];

export type RenamedKey = {
  readonly offset: number;
  readonly at: readonly string[];
  readonly message: string;
};

/** Gives old keys their new names, and returns those that it found. A section that has both names is left as it is. */
export function renameOldKeys(document: Document): readonly RenamedKey[] {
  const renamed: RenamedKey[] = [];
  visit(document, {
    Pair(_, { key }, ancestors) {
      const [section, map] = ancestors.slice(-2);
      if (!isScalar(key) || !isPair(section) || !isScalar(section.key) || !isMap(map)) return;
      const sectionName = section.key.value;
      const old = oldKeys.find((one) => one.section === sectionName && one.name === key.value);
      if (!old || map.has(old.newName)) return;
      const sections = ancestors.flatMap((one) =>
        isPair(one) && isScalar(one.key) ? [String(one.key.value)] : [],
      );
      key.value = old.newName;
      renamed.push({
        offset: key.range?.[0] ?? 0,
        at: [...sections, old.name],
        message: `is now called ${old.newName}; the next release refuses the old name`,
      });
    },
  });
  return renamed;
}
