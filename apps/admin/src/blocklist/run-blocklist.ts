import { createInterface } from 'node:readline';
import type { BlockKind } from '#domain/risk/block';
import { findUnknownNames } from '#persistence/configuration/configurations';
import type { Database } from '#persistence/database';
import { addBlocks, listBlocks, removeBlocks, type ListedBlock } from '#persistence/risk/blocks';
import type { RiskHashes } from '#persistence/secrets/card-fingerprints';
import { blockedSpellings, blockedValue, kindOf, problemOf, type BlockedThing } from './blocked-thing.js';
import type { AddCommand, BlocklistCommand } from './read-blocklist-command.js';
import { findOperatorProblem } from '../operator/operator-name.js';

export type BlocklistTools = {
  readonly database: Database;
  readonly riskHashes: RiskHashes;
  /** The user who runs the command. */
  readonly user: string;
  readonly say: (line: string) => void;
};

/** Runs the command. Throws an error with a sentence for the operator if nothing was changed. */
export async function runBlocklist(tools: BlocklistTools, command: BlocklistCommand): Promise<void> {
  const { database, user, say } = tools;
  const author = command.name === 'list' ? undefined : (command.author ?? user);
  const problem = author === undefined ? undefined : await findOperatorProblem(database, author);
  if (problem !== undefined) throw new Error(`--author: ${problem}`);
  switch (command.name) {
    case 'add':
      return add(tools, command);
    case 'remove': {
      const removed = await removeBlocks(database, { ...command, author: command.author ?? user });
      const other = command.ids.filter((id) => !removed.includes(id));
      if (removed.length > 0) say(`Removed ${removed.join(', ')}.`);
      if (other.length > 0) throw new Error(`Not found, or already removed: ${other.join(', ')}.`);
      return;
    }
    case 'list': {
      const { thing, isSearch, isAll, limit } = command;
      const values =
        thing && isSearch
          ? await hashedValues(
              (kind, text) => blockedSpellings(kind, text).flatMap(tools.riskHashes.known),
              thing,
              command.value,
            )
          : undefined;
      const kind = thing && kindOf(thing);
      const { blocks, count } = await listBlocks(database, { kind, values, isAll, limit });
      const now = new Date();
      for (const block of blocks) say(describeBlock(block, now));
      const found = `${count} ${count === 1 ? 'block' : 'blocks'}`;
      say(blocks.length < count ? `${blocks.length} of ${found}; --limit shows more.` : `${found}.`);
    }
  }
}

async function add(tools: BlocklistTools, command: AddCommand): Promise<void> {
  const { thing, scope, appliesTo } = command;
  const section = scope === 'project' ? 'projects' : 'merchants';
  const unknown = appliesTo === 'all' ? [] : await findUnknownNames(tools.database, section, appliesTo);
  if (unknown.length > 0) {
    throw new Error(`The applied configuration has no ${section} with these names: ${unknown.join(', ')}.`);
  }
  const values = new Set(
    await hashedValues(
      (kind, text) => [tools.riskHashes.kept(blockedValue(kind, text))],
      thing,
      command.value,
    ),
  );
  const added = await addBlocks(tools.database, {
    ...command,
    kind: kindOf(thing),
    values: [...values],
    author: command.author ?? tools.user,
  });
  const ids = added.map(({ id }) => id);
  if (ids.length > 0) {
    const numbers =
      ids.length === 1 ? `${ids[0]}` : `${ids.length} blocks, ${Math.min(...ids)} to ${Math.max(...ids)}`;
    tools.say(`Blocked as ${numbers}.`);
  }
  if (ids.length < values.size)
    tools.say(`Already blocked for at least as long: ${values.size - ids.length}.`);
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
    if (problem !== undefined) throw new Error(`Line ${line}: ${problem}. Nothing was changed.`);
    values.push(value);
  }
  if (values.length === 0) throw new Error(`There is no ${thing} on standard input.`);
  return values;
}

/** Enough characters to tell two hashes apart, too few to find a number from them. */
const shownOfHash = 8;

/** One line for a terminal. The blocked value is shown as the start of its hash, a BIN in full. */
function describeBlock(block: ListedBlock, now: Date): string {
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
