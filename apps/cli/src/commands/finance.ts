import { differenceClasses } from '#domain/statements/difference';
import { isCurrency } from '#domain/values/currencies';
import { verb, type Noun } from '../command/declare.js';
import { flag, instant, many, oneOf, operator, optional, reason, required, text } from '../command/inputs.js';

const id = required('ID', 'its number, as difference list shows it', (given) => {
  if (!/^[1-9]\d{0,17}$/.test(given)) throw new Error('must be a number.');
  return given;
});
const evidence = text('TEXT', 'what the person has seen, for the record');
const word = { reason, evidence, operator };
const opening = required('CURRENCY:AMOUNT', 'the balance before, where the statement names none', (given) => {
  const [, currency = '', amount = ''] = /^([A-Z]{3}):(-?\d{1,15}(?:\.\d{1,8})?)$/.exec(given) ?? [];
  if (!isCurrency(currency)) throw new Error('must be such as EUR:1250.00.');
  return [currency, amount] as const;
});
const limitMax = 10_000;

/** Money reconciled (contract §16): statements of providers and banks, and what does not agree with the books. */
export const financeNouns: readonly Noun[] = [
  {
    name: 'statement',
    does: 'what providers and banks say that they did',
    verbs: [
      verb({
        name: 'check',
        does: "compare a provider's list of a period with what is recorded; changes nothing",
        database: 'admin',
        options: {
          mid: text('MID', "the MID whose provider's list to check"),
          from: instant('the start of the period'),
          to: instant('the end of the period'),
        },
        run: async (session, given) =>
          (await import('../statements/check-statement.js')).checkStatement(session, given),
      }),
      verb({
        name: 'import',
        does: 'import a statement, match its lines and say what differs; the same statement again adds nothing',
        database: 'admin',
        migratesFirst: true,
        options: {
          mid: optional(text('MID', 'the MID whose statement it is')),
          bank: optional(text('ACCOUNT', 'or the bank account, by its name in the configuration')),
          from: optional(text('DAY', 'the first day (or instant) to ask the provider for')),
          to: optional(text('DAY', 'the last one, inclusive (or the instant after it)')),
          file: optional(text('FILE', 'the statement as a file, instead of asking the provider')),
          opening: many(optional(opening) as typeof opening),
          dryRun: flag('only say what would be found; nothing is kept'),
          operator,
        },
        run: async (session, given) =>
          (await import('../statements/import-statement.js')).importOneStatement(session, given),
      }),
    ],
  },
  {
    name: 'difference',
    does: 'what does not agree between a statement and the books',
    verbs: [
      verb({
        name: 'list',
        does: 'list open differences, the oldest first',
        isDefault: true,
        database: 'admin',
        options: {
          class: optional(oneOf('CLASS', 'only these', differenceClasses)),
          account: optional(text('ACCOUNT', 'only of this MID or bank account')),
          all: flag('closed ones too'),
          limit: optional(
            required('NUMBER', 'how many at most; else 100', (given) => {
              const number = Number(given);
              if (!Number.isInteger(number) || number < 1 || number > limitMax)
                throw new Error(`must be from 1 to ${limitMax}.`);
              return number;
            }),
            100,
          ),
        },
        run: async (session, given) =>
          (await import('../differences/show-differences.js')).showDifferences(session, given),
      }),
      verb({
        name: 'show',
        does: 'show one, with its line, its books and what was decided',
        database: 'admin',
        words: { id },
        run: async (session, given) =>
          (await import('../differences/show-differences.js')).showDifference(session, given),
      }),
      verb({
        name: 'explain',
        does: 'close one with an explanation; posts nothing but that it is explained',
        database: 'admin',
        words: { id },
        options: word,
        run: async (session, given) =>
          (await import('../differences/decide-difference.js')).decideByCommand(session, {
            ...given,
            kind: 'explain',
          }),
      }),
      verb({
        name: 'match-to',
        does: 'say what its line stands for; the amounts must be equal',
        database: 'admin',
        words: {
          id,
          to: text('TO', "identifier of the transaction; of a settlement the id of the bank's line"),
        },
        options: word,
        run: async (session, given) =>
          (await import('../differences/decide-difference.js')).decideByCommand(session, {
            ...given,
            kind: 'matchTo',
          }),
      }),
      verb({
        name: 'undo-match',
        does: 'take back a match made by a person; the line is unexplained again, with a new open difference',
        database: 'admin',
        words: { id },
        options: word,
        run: async (session, given) =>
          (await import('../differences/decide-difference.js')).undoByCommand(session, given),
      }),
      verb({
        name: 'write-off',
        does: 'book what is unexplained as a loss or a gain; a second person confirms it with the same command',
        database: 'admin',
        words: { id },
        options: word,
        run: async (session, given) =>
          (await import('../differences/decide-difference.js')).decideByCommand(session, {
            ...given,
            kind: 'writeOff',
          }),
      }),
    ],
  },
];
