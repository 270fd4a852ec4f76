import type { ListedBlock } from '#persistence/risk/blocks';

/** So much of a hash tells two apart, and nobody's number can be found from it. */
const shownOfHash = 8;

/** One line for people. What is blocked is shown by the beginning of its hash, a BIN as it is. */
export function describeBlock(block: ListedBlock, now: Date): string {
  const { id, kind, value, scope, appliesTo, reason, author, addedAt, expiresAt, removal } = block;
  const names = appliesTo === 'all' ? 'all' : appliesTo.join(', ');
  const end = removal
    ? `removed ${minuteOf(removal.at)} by ${removal.author}: ${removal.reason}`
    : expiresAt && (expiresAt > now ? `until ${minuteOf(expiresAt)}` : `expired ${minuteOf(expiresAt)}`);
  return [
    String(id).padStart(6),
    kind.padEnd(10),
    (kind === 'bin' ? value : value.slice(0, shownOfHash)).padEnd(shownOfHash),
    `${scope} (${names})`.padEnd(20),
    [`${reason}, by ${author} ${minuteOf(addedAt)}`, ...(end === undefined ? [] : [end])].join('; '),
  ].join('  ');
}

function minuteOf(instant: Date): string {
  return `${instant.toISOString().slice(0, 16).replace('T', ' ')}Z`;
}
