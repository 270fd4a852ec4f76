import { createInterface } from 'node:readline';
import type { BlockKind, BlockScope } from '#domain/risk/block';
import { findUnknownNames } from '#persistence/configuration/configurations';
import { addBlocks, listBlocks, removeBlocks, type ListedBlock } from '#persistence/risk/blocks';
import type { Outcome } from '../command/declare.js';
import { Refusal, UsageError } from '../command/failures.js';
import { requireOperator } from '../command/operator.js';
import type { Session } from '../command/session.js';
import { blockedSpellings, blockedValue, isPublic, kindOf, problemOf } from './blocked-thing.js';
import type { BlockedThing } from './block-inputs.js';

type Block = {
  readonly thing: BlockedThing;
  readonly value: string | undefined;
  readonly scope: BlockScope;
  readonly for: readonly string[];
  readonly reason: string;
  readonly author: string;
  readonly expires: Date | undefined;
};

/** Blocks people or cards; running processes see it within a second. */
export async function addToBlocklist(session: Session, given: Block): Promise<Outcome> {
  const { thing, scope, author, reason, expires } = given;
  requirePublic(thing, given.value);
  const appliesTo = appliesToOf(scope, given.for);
  const riskHashes = await session.openRiskHashes();
  const database = await session.openDatabase();
  await requireOperator(database, author, '--author');
  const section = scope === 'project' ? 'projects' : 'merchants';
  const unknown = appliesTo === 'all' ? [] : await findUnknownNames(database, section, appliesTo);
  if (unknown.length > 0)
    throw new Refusal(`The applied configuration has no ${section} with these names: ${unknown.join(', ')}.`);
  const hash = (kind: BlockKind, text: string) => [riskHashes.kept(blockedValue(kind, text))];
  const values = new Set(await hashedValues(hash, thing, given.value));
  const added = await addBlocks(database, {
    kind: kindOf(thing),
    values: [...values],
    scope,
    appliesTo,
    reason,
    author,
    expires,
  });
  const ids = added.map(({ id }) => id);
  const blocks = `${ids.length} blocks, ${Math.min(...ids)} to ${Math.max(...ids)}`;
  if (ids.length > 0) session.say(`Blocked as ${ids.length === 1 ? ids[0] : blocks}.`);
  const known = values.size - ids.length;
  if (known > 0) session.say(`Already blocked for at least as long: ${known}.`);
  return { data: { added: ids, alreadyBlocked: known } };
}

type Removal = { readonly numbers: readonly number[]; readonly reason: string; readonly author: string };

/** Ends blocks. Those that are not found are named, once the others are removed. */
export async function removeFromBlocklist(
  session: Session,
  { numbers, reason, author }: Removal,
): Promise<Outcome> {
  const database = await session.openDatabase();
  await requireOperator(database, author, '--author');
  const removed = await removeBlocks(database, { ids: numbers, reason, author });
  const other = numbers.filter((id) => !removed.includes(id));
  if (removed.length > 0) session.say(`Removed ${removed.join(', ')}.`);
  if (other.length > 0) throw new Refusal(`Not found, or already removed: ${other.join(', ')}.`);
  return { data: { removed } };
}

type Search = {
  readonly thing: BlockedThing | undefined;
  /** Only the blocks on `value`, or on the values of standard input. */
  readonly find: boolean;
  readonly value: string | undefined;
  readonly all: boolean;
  readonly limit: number;
};

/** Lists blocks, the newest first. */
export async function showBlocklist(session: Session, given: Search): Promise<Outcome> {
  const { thing, find, all: isAll, limit } = given;
  if (find && thing === undefined) throw new UsageError('--find needs the KIND of what to find.');
  if (thing) requirePublic(thing, given.value);
  const riskHashes = find ? await session.openRiskHashes() : undefined;
  const hash = (kind: BlockKind, text: string) =>
    blockedSpellings(kind, text).flatMap((spelling) => riskHashes?.known(spelling) ?? []);
  const values = thing && find ? await hashedValues(hash, thing, given.value) : undefined;
  const search = { kind: thing && kindOf(thing), values, isAll, limit };
  const { blocks, count } = await listBlocks(await session.openDatabase(), search);
  const now = new Date();
  for (const block of blocks) session.say(describeBlock(block, now));
  const found = `${count} ${count === 1 ? 'block' : 'blocks'}`;
  session.say(blocks.length < count ? `${blocks.length} of ${found}; --limit shows more.` : `${found}.`);
  return { data: { blocks: blocks.map((block) => ({ ...block, value: shownValue(block) })), count } };
}

/** Other users of the machine see its command lines, and the shell keeps them. */
function requirePublic(thing: BlockedThing, value: string | undefined): void {
  if (value === undefined) return;
  if (!isPublic(thing))
    throw new UsageError(
      'Others can see the command line, and the shell stores it: put people and cards on standard input.',
    );
  const problem = problemOf(thing, value);
  if (problem !== undefined) throw new UsageError(`--value: ${problem}.`);
}

function appliesToOf(scope: BlockScope, names: readonly string[]): 'all' | readonly string[] {
  if (scope === 'system' || scope === 'global') {
    if (names.length > 0) throw new UsageError(`The scope ${scope} is for everyone: leave out --for.`);
    return 'all';
  }
  if (names.length === 0)
    throw new UsageError(
      `--for is missing: the ${scope === 'project' ? 'project' : 'merchant'}, or the word all.`,
    );
  return names.includes('all') ? 'all' : [...new Set(names)];
}

async function hashedValues(
  hash: (kind: BlockKind, text: string) => readonly string[],
  thing: BlockedThing,
  given: string | undefined,
): Promise<readonly string[]> {
  const values = given === undefined ? await readValues(thing) : [given];
  if (thing === 'fingerprint') return values;
  return values.flatMap((value) => hash(kindOf(thing), value));
}

/** Reads one value per line from standard input. An error names the first bad line by its number, not its content. */
async function readValues(thing: BlockedThing): Promise<readonly string[]> {
  if (process.stdin.isTTY) console.error(`One ${thing} per line; end with Ctrl-D:`);
  const values: string[] = [];
  let line = 0;
  for await (const written of createInterface({ input: process.stdin })) {
    line += 1;
    const value = thing === 'identifier' ? written : written.trim();
    if (value.trim() === '') continue;
    const problem = problemOf(thing, value);
    if (problem !== undefined) throw new Refusal(`Line ${line}: ${problem}. Nothing was changed.`);
    values.push(value);
  }
  if (values.length === 0) throw new Refusal(`There is no ${thing} on standard input.`);
  return values;
}

/** Enough characters to distinguish two hashes, too few to find a number from them. */
const shownOfHash = 8;

/** The start of a hash; a BIN in full. */
function shownValue({ kind, value }: ListedBlock): string {
  return kind === 'bin' ? value : value.slice(0, shownOfHash);
}

/** One line for a terminal. */
function describeBlock(block: ListedBlock, now: Date): string {
  const { id, kind, scope, appliesTo, reason, author, addedAt, expiresAt, removal } = block;
  const names = appliesTo === 'all' ? 'all' : appliesTo.join(', ');
  const end = removal
    ? `removed ${minuteOf(removal.at)} by ${removal.author}: ${removal.reason}`
    : expiresAt && (expiresAt > now ? `until ${minuteOf(expiresAt)}` : `expired ${minuteOf(expiresAt)}`);
  return [
    String(id).padStart(6),
    kind.padEnd(10),
    shownValue(block).padEnd(shownOfHash),
    `${scope} (${names})`.padEnd(20),
    [`${reason}, by ${author} ${minuteOf(addedAt)}`, ...(end === undefined ? [] : [end])].join('; '),
  ].join('  ');
}

function minuteOf(instant: Date): string {
  return `${instant.toISOString().slice(0, 16).replace('T', ' ')}Z`;
}
