import { expect, it } from 'vitest';
import { createBlockIndex, type Block } from './block.js';

type Numbered = Block & { readonly id: number };
const block = (id: number, kind: Block['kind'], value: string): Numbered => ({
  id,
  kind,
  value,
  scope: 'system',
  appliesTo: 'all',
});

it('finds what was added until it is removed, by kind and value', () => {
  const index = createBlockIndex([block(1, 'email', 'a'), block(2, 'email', 'a')]);
  index.add(block(3, 'phone', 'a'));
  const idsOf = (kind: Block['kind'], value: string) => index.find(kind, value).map(({ id }) => id);
  expect([idsOf('email', 'a'), idsOf('phone', 'a'), idsOf('phone', 'b')]).toEqual([[1, 2], [3], []]);
  const remove = (gone: Numbered) => index.remove(gone, ({ id }) => id === gone.id);
  remove(block(1, 'email', 'a'));
  remove(block(9, 'email', 'a'));
  expect([idsOf('email', 'a'), idsOf('phone', 'a')]).toEqual([[2], [3]]);
  remove(block(2, 'email', 'a'));
  expect(idsOf('email', 'a')).toEqual([]);
});
