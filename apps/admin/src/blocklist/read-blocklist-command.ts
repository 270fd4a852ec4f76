import { parseArgs } from 'node:util';
import { readExactInstant } from '#domain/values/calendar';
import { blockScopes, type BlockScope } from '#domain/risk/block';
import { isText } from '#domain/values/text';
import { parseDuration } from '#configuration/durations';
import { blockedThings, isPublic, problemOf, type BlockedThing } from './blocked-thing.js';

export type BlocklistCommand = AddCommand | RemoveCommand | ListCommand;

export type AddCommand = {
  readonly name: 'add';
  readonly thing: BlockedThing;
  /** Absent: read from standard input, one per line. */
  readonly value: string | undefined;
  readonly scope: BlockScope;
  readonly appliesTo: 'all' | readonly string[];
  readonly reason: string;
  /** Absent: the user who runs the command. */
  readonly author: string | undefined;
  readonly expires: Date | undefined;
};
type RemoveCommand = {
  readonly name: 'remove';
  readonly ids: readonly number[];
  readonly reason: string;
  readonly author: string | undefined;
};
type ListCommand = {
  readonly name: 'list';
  readonly thing: BlockedThing | undefined;
  /** List only the blocks on the given value, or on those from standard input. */
  readonly isSearch: boolean;
  readonly value: string | undefined;
  readonly isAll: boolean;
  readonly limit: number;
};

export const blocklistUsage = `npm run blocklist -- add ${blockedThings.join('|')} --scope ${blockScopes.join('|')}
    [--for NAME]... --reason WORDS [--expires 30d] [--author NAME] [--value TEXT]   (values on standard input)
npm run blocklist -- remove NUMBER... --reason WORDS [--author NAME]
npm run blocklist -- list [${blockedThings.join('|')}] [--find] [--all] [--limit 50]`;

const reasonLengthMax = 255;

/** Parses the words after `npm run blocklist --`. Throws an error that says what is wrong, without any value. */
export function readBlocklistCommand(words: readonly string[], now: Date): BlocklistCommand {
  const { values: options, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      scope: { type: 'string' },
      for: { type: 'string', multiple: true },
      reason: { type: 'string' },
      author: { type: 'string' },
      expires: { type: 'string' },
      value: { type: 'string' },
      find: { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
      limit: { type: 'string', default: '50' },
    },
  });
  const [name, ...rest] = positionals;
  const { author } = options;
  switch (name) {
    case 'add': {
      const thing = thingOf(rest);
      if (thing === undefined) throw new Error(`Say what to block: ${blockedThings.join(', ')}.`);
      const scope = scopeOf(options.scope);
      return {
        name,
        thing,
        value: publicValue(thing, options.value),
        scope,
        appliesTo: appliesToOf(scope, options.for),
        reason: reasonOf(options.reason),
        author,
        expires: expiryOf(options.expires, now),
      };
    }
    case 'remove': {
      const ids = rest.map(Number);
      if (ids.length === 0 || !ids.every((id) => Number.isSafeInteger(id) && id > 0))
        throw new Error('Give the numbers of the blocks; `list` shows them.');
      return { name, ids, reason: reasonOf(options.reason), author };
    }
    case 'list': {
      const thing = thingOf(rest);
      const limit = Number(options.limit);
      if (!Number.isSafeInteger(limit) || limit < 1) throw new Error('--limit must be a whole number.');
      if (options.find && thing === undefined)
        throw new Error(`Say what to find: ${blockedThings.join(', ')}.`);
      return {
        name,
        thing,
        isSearch: options.find,
        value: publicValue(thing, options.value),
        isAll: options.all,
        limit,
      };
    }
    case undefined:
    default:
      throw new Error('Say add, remove or list.');
  }
}

function thingOf([word, ...more]: readonly string[]): BlockedThing | undefined {
  if (more.length > 0) throw new Error('Do not give values as arguments: put them on standard input.');
  const thing = blockedThings.find((one) => one === word);
  if (word !== undefined && thing === undefined)
    throw new Error(`You can block one of these: ${blockedThings.join(', ')}.`);
  return thing;
}

function publicValue(thing: BlockedThing | undefined, value: string | undefined): string | undefined {
  if (value === undefined || thing === undefined) return undefined;
  if (!isPublic(thing)) {
    throw new Error(
      'Others can see the command line, and the shell stores it: put people and cards on standard input.',
    );
  }
  const problem = problemOf(thing, value);
  if (problem !== undefined) throw new Error(`--value: ${problem}.`);
  return value;
}

function scopeOf(word: string | undefined): BlockScope {
  const scope = blockScopes.find((one) => one === word);
  if (scope === undefined) throw new Error(`--scope must be one of ${blockScopes.join(', ')}.`);
  return scope;
}

function appliesToOf(scope: BlockScope, names: readonly string[] | undefined): 'all' | readonly string[] {
  if (scope === 'system' || scope === 'global') {
    if (names !== undefined) throw new Error(`The scope ${scope} is for everyone: leave out --for.`);
    return 'all';
  }
  if (names === undefined)
    throw new Error(
      `--for is missing: the ${scope === 'project' ? 'project' : 'merchant'}, or the word all.`,
    );
  return names.includes('all') ? 'all' : [...new Set(names)];
}

/** The reason is kept forever and shown to all operators, so it must not identify anybody. */
function reasonOf(words: string | undefined): string {
  if (words === undefined || words.trim() === '') throw new Error('--reason is missing.');
  if (!isText(words, reasonLengthMax))
    throw new Error(`--reason must be text of at most ${reasonLengthMax} characters.`);
  if (/@|\+\d|\d{9}|\d{4}[ -]\d{4}[ -]\d{4}|\d{3}[ .-]\d{3}[ .-]\d{3}/.test(words)) {
    throw new Error(
      '--reason must not contain an e-mail address or a long number: it is stored in clear text.',
    );
  }
  return words.trim();
}

function expiryOf(text: string | undefined, now: Date): Date | undefined {
  if (text === undefined) return undefined;
  const duration = parseDuration(text);
  const expires = duration === undefined ? readExactInstant(text)?.at : new Date(now.getTime() + duration);
  if (expires === undefined) {
    throw new Error('--expires must be a duration such as 30d, or an instant such as 2027-01-31T00:00:00Z.');
  }
  if (expires <= now) throw new Error('--expires must be in the future.');
  return expires;
}
