import type { Connection } from '@temporalio/client';
import { SearchAttributeType } from '@temporalio/common';
import { searchAttributes } from '#contracts/search-attributes';

/** Values of `temporal.api.enums.v1.IndexedValueType`. */
const indexedValueTypes = { [SearchAttributeType.KEYWORD]: 2, [SearchAttributeType.BOOL]: 5 } as const;

/** Registers what flows are found by, on a server that does not know it yet, and returns the names. Safe to repeat. */
export async function ensureSearchAttributes(
  connection: Connection,
  namespace: string,
): Promise<readonly string[]> {
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  const missing = Object.values(searchAttributes).filter((key) => !(key.name in customAttributes));
  if (missing.length === 0) return [];
  await connection.operatorService.addSearchAttributes({
    namespace,
    searchAttributes: Object.fromEntries(missing.map((key) => [key.name, indexedValueTypes[key.type]])),
  });
  return missing.map(({ name }) => name);
}
