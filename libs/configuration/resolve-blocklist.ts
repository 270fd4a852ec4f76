import type { Blocklist } from '#domain/configuration';
import type { Block, BlockKind } from '#domain/risk/block';
import type { WrittenBlock, WrittenConfiguration } from './written-configuration.js';

/** Blocks as the file names them to blocks as they are kept: hashed, each on the one thing that it names. */
export function resolveBlocklist(
  { customers = [], cards = [] }: NonNullable<WrittenConfiguration['blocklist']> = {},
  hashBlocked: (kind: BlockKind, text: string) => string,
): Blocklist {
  return {
    customers: customers.flatMap((written) =>
      namesOfCustomers.flatMap((kind) => {
        const text = written[kind];
        return text === undefined ? [] : [{ kind, value: hashBlocked(kind, text), ...termsOf(written) }];
      }),
    ),
    cards: cards.flatMap((written) => {
      const { number, fingerprint, bin } = written;
      const terms = termsOf(written);
      return [
        ...(number === undefined
          ? []
          : [{ kind: 'card', value: hashBlocked('card', number), ...terms } as const]),
        ...(fingerprint === undefined ? [] : [{ kind: 'card', value: fingerprint, ...terms } as const]),
        ...(bin === undefined ? [] : [{ kind: 'bin', value: hashBlocked('bin', bin), ...terms } as const]),
      ];
    }),
  };
}

const namesOfCustomers = ['identifier', 'email', 'phone', 'document'] as const;

function termsOf({
  scope,
  applies_to: appliesTo = 'all',
  reason,
  author,
  expires,
}: WrittenBlock): Omit<Block, 'kind' | 'value'> {
  return {
    scope,
    appliesTo,
    ...(reason && { reason }),
    ...(author && { author }),
    ...(expires && { expires }),
  };
}
