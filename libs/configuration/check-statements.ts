import { compareAmounts } from '#domain/values/money';
import type { StatementMapping } from '#domain/statements/mapping';
import type { MistakeAt, Path } from './mistake.js';
import { resolveMapping } from './resolve-statements.js';
import type { SoundParts } from './sound-parts.js';
import type { WrittenFees, WrittenMid } from './written-configuration.js';

/** Where statements come from, how they are read, and what they are expected to say (contract §16). */
export function checkStatements({ file, connectors }: SoundParts): readonly MistakeAt[] {
  const providerOf = ({ provider }: WrittenMid) => ({
    ...file.provider_defaults,
    ...file.providers?.[provider],
  });
  const connectorOf = (mid: WrittenMid) => providerOf(mid).connector ?? '';
  const mids = Object.entries(file.mids ?? {});
  const sources: readonly Source[] = [
    ...mids.flatMap(([name, { statement }]) => sourceOf(['mids', name, 'statement'], statement)),
    ...Object.entries(file.bank_accounts ?? {}).flatMap(([name, { statement }]) =>
      sourceOf(['bank_accounts', name, 'statement'], statement, true),
    ),
  ];
  return [
    ...sources.flatMap((source) => checkSource(source, sources)),
    ...checkAccounts(mids.map(([name, mid]) => ({ name, mid, provider: providerOf(mid) }))),
    ...mids.flatMap(([name, mid]) => {
      const at = ['mids', name];
      const connector = connectorOf(mid);
      return [
        ...checkAsked([...at, 'statement', 'source'], mid, connectors[connector]?.readsStatements, connector),
        ...(mid.statement
          ? checkMapping([...at, 'statement', 'mapping'], resolveMapping(mid.statement.mapping, connector))
          : []),
        ...checkFees([...at, 'fees'], mid.fees ?? {}),
      ];
    }),
  ];
}

type Source = {
  readonly at: Path;
  readonly source: string;
  readonly folder?: string;
  readonly isOfBank: boolean;
};

function sourceOf(
  at: Path,
  statement: Pick<Source, 'source' | 'folder'> | undefined,
  isOfBank = false,
): readonly Source[] {
  return statement ? [{ ...statement, at, isOfBank }] : [];
}

function checkSource({ at, source, folder, isOfBank }: Source, all: readonly Source[]): readonly MistakeAt[] {
  const first = all.find((other) => other.folder === folder);
  return [
    ...(source === 'folder' && folder === undefined ? [{ at, message: 'folder is missing' }] : []),
    ...(source !== 'folder' && folder !== undefined
      ? [{ at: [...at, 'folder'], message: 'is only for source: folder' }]
      : []),
    ...(folder !== undefined && first?.at !== at
      ? [
          {
            at: [...at, 'folder'],
            message: 'is the folder of another account, too: its files could belong to either',
          },
        ]
      : []),
    ...(isOfBank && source === 'provider'
      ? [{ at: [...at, 'source'], message: 'a bank is not asked: file or folder' }]
      : []),
  ];
}

type MidAt = {
  readonly name: string;
  readonly mid: WrittenMid;
  readonly provider: { readonly connector?: string | undefined; readonly base_url?: string | undefined };
};

/** A statement has all lines of an account, and its closing balance is held by one MID (contract §16.5). */
function checkAccounts(all: readonly MidAt[]): readonly MistakeAt[] {
  const told = all.filter(({ mid }) => mid.statement !== undefined && mid.credentials !== undefined);
  return told.flatMap((one, index) => {
    const first = told.slice(0, index).find((other) => accountOf(other) === accountOf(one));
    const message = `is that of the account of ${first?.name}, too: only one of them can have its statements`;
    return first ? [{ at: ['mids', one.name, 'statement'], message }] : [];
  });
}

function accountOf({ mid: { credentials = {} }, provider: { connector, base_url } }: MidAt): string {
  const sorted = Object.entries(credentials).toSorted(([one], [other]) => one.localeCompare(other));
  return JSON.stringify([connector, base_url, sorted]);
}

function checkAsked(
  at: Path,
  { statement }: WrittenMid,
  readsStatements: boolean | undefined,
  connector: string,
): readonly MistakeAt[] {
  if (statement?.source !== 'provider' || readsStatements !== false) return [];
  return [{ at, message: `connector ${connector} cannot read statements: file or folder` }];
}

function checkMapping(at: Path, mapping: StatementMapping): readonly MistakeAt[] {
  const { columns, kinds, decimal, thousands, money, head } = mapping;
  const hasSides = columns.in !== undefined && columns.out !== undefined;
  const isSided = columns.in !== undefined || columns.out !== undefined;
  const hasTwoWays = Object.values(kinds).some((kind) => typeof kind === 'object');
  const mistakes: readonly (readonly [boolean, string, string])[] = [
    [columns.booked_on === undefined, 'columns', 'booked_on is missing'],
    [columns.kind === undefined && kinds['*'] === undefined, 'columns', 'kind is missing'],
    [
      columns.gross === undefined && columns.net === undefined && !isSided,
      'columns',
      'gross, net, or in and out are missing',
    ],
    [isSided && !hasSides, 'columns', 'in and out go together'],
    [isSided && columns.gross !== undefined, 'columns', 'gross is what in and out are'],
    [
      columns.currency === undefined && mapping.currency === undefined,
      'columns',
      'currency is missing; or name that of every line as currency',
    ],
    [
      (head?.opening ?? head?.closing) !== undefined && mapping.currency === undefined,
      'head',
      'balances need a currency',
    ],
    [Object.keys(kinds).length === 0, 'kinds', 'must not be empty'],
    [decimal === thousands, 'thousands', 'is the same sign as decimal'],
    [
      hasTwoWays && money !== 'signed' && !isSided,
      'kinds',
      '{ in: ..., out: ... } needs money: signed, or columns in and out',
    ],
  ];
  return mistakes.flatMap(([isMistake, key, message]) => (isMistake ? [{ at: [...at, key], message }] : []));
}

function checkFees(at: Path, fees: WrittenFees): readonly MistakeAt[] {
  return Object.entries(fees).flatMap(([method, { percent, fixed, least, most }]) => [
    ...(percent === undefined && fixed === undefined
      ? [{ at: [...at, method], message: 'needs percent or fixed' }]
      : []),
    ...(least !== undefined && most !== undefined && compareAmounts(String(least), String(most)) > 0
      ? [{ at: [...at, method, 'most'], message: 'must not be below least' }]
      : []),
  ]);
}
