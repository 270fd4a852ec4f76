import type { RiskValue } from '#domain/risk/risk-value';
import { findUnknownNames } from '#persistence/configuration/configurations';
import type { Database } from '#persistence/database';
import { addBlocks, listBlocks, removeBlocks } from '#persistence/risk/blocks';
import type { RiskHashes } from '#persistence/secrets/card-fingerprints';
import { blockedValue } from '../blocked-value.js';
import { kindOf, type BlockedThing } from './blocked-thing.js';
import { describeBlock } from './describe-block.js';
import type { AddCommand, BlocklistCommand } from './read-blocklist-command.js';
import { readValues } from './read-values.js';

export type BlocklistTools = {
  readonly database: Database;
  readonly riskHashes: RiskHashes;
  /** The person at the machine. */
  readonly user: string;
  readonly say: (line: string) => void;
};

/** Does what was asked for. Throws a sentence where it cannot, and has changed nothing then. */
export async function runBlocklist(tools: BlocklistTools, command: BlocklistCommand): Promise<void> {
  const { database, user, say } = tools;
  switch (command.name) {
    case 'add':
      return add(tools, command);
    case 'remove': {
      const removed = await removeBlocks(database, { ...command, author: command.author ?? user });
      const other = command.ids.filter((id) => !removed.includes(id));
      if (removed.length > 0) say(`Removed ${removed.join(', ')}.`);
      if (other.length > 0) throw new Error(`Not there, or removed before: ${other.join(', ')}.`);
      return;
    }
    case 'list': {
      const { thing, isSearch, isAll, limit } = command;
      const values =
        thing && isSearch ? await hashedValues(tools.riskHashes.known, thing, command.value) : undefined;
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
    throw new Error(`The applied configuration has no ${section} of these names: ${unknown.join(', ')}.`);
  }
  const values = new Set(await hashedValues((value) => [tools.riskHashes.kept(value)], thing, command.value));
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
  if (ids.length < values.size) tools.say(`Blocked before, for as long: ${values.size - ids.length}.`);
}

async function hashedValues(
  hash: (value: RiskValue) => readonly string[],
  thing: BlockedThing,
  given: string | undefined,
): Promise<readonly string[]> {
  const values = given === undefined ? await readValues(thing) : [given];
  if (thing === 'fingerprint') return values;
  return values.flatMap((value) => hash(blockedValue(kindOf(thing), value)));
}
