/** The five conditions of error 451 (specification §7), in its order. */
export const blockScopes = ['customer', 'merchant', 'project', 'system', 'global'] as const;
export type BlockScope = (typeof blockScopes)[number];

/** What of a customer can be blocked; `document` is `customer.itn`, `address` where the browser or `customer.ip` is. */
export const customerKinds = ['identifier', 'email', 'phone', 'document', 'address'] as const;
/** `card` is the whole number, `bin` its first 6 to 8 digits. */
export const cardKinds = ['card', 'bin'] as const;
export type BlockKind = (typeof customerKinds)[number] | (typeof cardKinds)[number];

/** One customer or card that moves no money. */
export type Block = {
  readonly kind: BlockKind;
  /** Keyed hash, hexadecimal: the blocked value itself is never stored. A BIN identifies no person, and stays readable. */
  readonly value: string;
  readonly scope: BlockScope;
  /** Merchants for `customer` and `merchant`, projects for `project`; always `all` for the other two. */
  readonly appliesTo: 'all' | readonly string[];
  readonly reason?: string;
  readonly author?: string;
  /** ISO 8601. */
  readonly expires?: string;
  /** Written by the card-testing guard: concerns payments by card only. */
  readonly byGuard?: true;
};

/** Every block on one value, those out of force among them. */
export type FindBlocks = (kind: BlockKind, value: string) => readonly Block[];

/** Blocks by what they are on: finding one takes as long among ten as among a hundred thousand. */
export type BlockIndex<Kept extends Block> = {
  readonly find: (...asked: Parameters<FindBlocks>) => readonly Kept[];
  add(block: Kept): void;
  /** Takes out those on the same value that are the same to `isSame`. */
  remove(block: Kept, isSame: (other: Kept) => boolean): void;
};

export function createBlockIndex<Kept extends Block>(blocks: Iterable<Kept> = []): BlockIndex<Kept> {
  const byValue = new Map<string, readonly Kept[]>();
  const find = (kind: BlockKind, value: string) => byValue.get(`${kind} ${value}`) ?? [];
  const keep = ({ kind, value }: Block, kept: readonly Kept[]) => {
    if (kept.length > 0) byValue.set(`${kind} ${value}`, kept);
    else byValue.delete(`${kind} ${value}`);
  };
  const add = (block: Kept) => keep(block, [...find(block.kind, block.value), block]);
  for (const block of blocks) add(block);
  return {
    find,
    add,
    remove(block, isSame) {
      const left = find(block.kind, block.value).filter((other) => !isSame(other));
      keep(block, left);
    },
  };
}
