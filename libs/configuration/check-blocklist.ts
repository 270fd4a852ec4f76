import type { MistakeAt, Path } from './mistake.js';
import type { SoundParts } from './sound-parts.js';
import type { WrittenBlock } from './written-configuration.js';

/** Each scope names those it is for, and each block is on one thing. */
export function checkBlocklist({ file, names }: SoundParts): readonly MistakeAt[] {
  const { customers = [], cards = [] } = file.blocklist ?? {};
  return [
    ...customers.flatMap((block, index) => checkBlock(['blocklist', 'customers', index], block, names)),
    ...cards.flatMap((block, index) => checkBlock(['blocklist', 'cards', index], block, names)),
    ...customers.flatMap(({ identifier, email, phone, document }, index) =>
      checkOneOf(['blocklist', 'customers', index], { identifier, email, phone, document }),
    ),
    ...cards.flatMap(({ number, fingerprint, bin }, index) =>
      checkOneOf(['blocklist', 'cards', index], { number, fingerprint, bin }),
    ),
  ];
}

function checkOneOf(at: Path, subjects: Readonly<Record<string, string | undefined>>): readonly MistakeAt[] {
  if (Object.values(subjects).filter((subject) => subject !== undefined).length === 1) return [];
  return [{ at, message: `needs exactly one of ${Object.keys(subjects).join(', ')}` }];
}

function checkBlock(at: Path, block: WrittenBlock, names: SoundParts['names']): readonly MistakeAt[] {
  const place = [...at, 'applies_to'];
  const listed = block.applies_to;
  if (block.scope === 'system' || block.scope === 'global') {
    return listed === undefined ? [] : [{ at: place, message: `scope ${block.scope} is for everyone` }];
  }
  if (listed === undefined) return [{ at, message: 'applies_to is missing' }];
  if (listed === 'all') return [];
  const [known, kind] =
    block.scope === 'project'
      ? ([names.projects, 'project'] as const)
      : ([names.merchants, 'merchant'] as const);
  return listed.flatMap((name, index) =>
    known.has(name) ? [] : [{ at: [...place, index], message: `there is no ${kind} of this name` }],
  );
}
