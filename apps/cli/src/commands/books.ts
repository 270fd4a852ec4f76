import { sentStates, untakenStates } from '#domain/delivery/event-states';
import { verb, type Noun } from '../command/declare.js';
import { flag, instant, operator, optional, reason, required, text } from '../command/inputs.js';

const fromInstant = instant('the start of the period');
const toInstant = instant('the end of the period');

/** The books: what proves them, what goes into them by hand, and what leaves them. */
export const bookNouns: readonly Noun[] = [
  {
    name: 'ledger',
    does: 'balances and the entries behind them',
    verbs: [
      verb({
        name: 'check',
        does: 'prove that the ledger adds up; changes nothing',
        database: 'admin',
        run: async (session) => (await import('../ledger/check-ledger.js')).checkLedger(session),
      }),
      verb({
        name: 'balances',
        does: 'show what we owe to each merchant, and where it is; changes nothing',
        database: 'admin',
        options: {
          at: optional(instant('an earlier time; else now')),
          csv: flag('print CSV instead of a table'),
        },
        run: async (session, given) =>
          (await import('../ledger/list-balances.js')).showBalances(session, given),
      }),
      verb({
        name: 'top-up',
        does: 'post money that a merchant has paid in; every call posts again',
        database: 'admin',
        options: {
          merchant: text('MERCHANT', 'the code of the merchant'),
          currency: text('CURRENCY', 'its ISO 4217 code'),
          amount: text('AMOUNT', 'a decimal in units of the currency'),
          reason,
          author: operator,
        },
        run: async (session, given) =>
          (await import('../ledger/top-up-balance.js')).topUpBalance(session, given),
      }),
    ],
  },
  {
    name: 'audit',
    does: 'the log of who did what, and who viewed whom',
    verbs: [
      verb({
        name: 'check',
        does: 'prove that the audit log is unchanged since it was sealed',
        database: 'admin',
        options: {
          seal: optional(
            required('SEAL', 'a seal that was noted outside the database: 12:9f86d0…', (given) => {
              const [, n, hash] = /^([1-9]\d{0,8}):([0-9a-f]{64})$/.exec(given) ?? [];
              if (n === undefined || hash === undefined)
                throw new Error('must be a number and a hash, as audit check prints them: 12:9f86d0…');
              return { n: Number(n), hash };
            }),
          ),
        },
        run: async (session, given) => (await import('../audit/audit-log.js')).checkAudit(session, given),
      }),
      verb({
        name: 'export',
        does: 'print the audit log as JSON lines, the oldest first',
        isForPrograms: true,
        database: 'admin',
        options: { from: optional(fromInstant), to: optional(toInstant) },
        run: async (session, given) => (await import('../audit/audit-log.js')).exportAudit(session, given),
      }),
    ],
  },
  {
    name: 'callbacks',
    does: 'events and callbacks of merchants',
    verbs: [
      verb({
        name: 'redeliver',
        does: "send a project's callbacks of a period again, after an outage of its merchant",
        database: 'admin',
        migratesFirst: true,
        options: {
          project: text('PROJECT', 'the code of the project'),
          from: fromInstant,
          to: optional(toInstant),
          states: optional(
            required('STATES', `which callbacks; else ${untakenStates.join(',')}`, readStates),
            untakenStates,
          ),
          reason,
          operator,
        },
        run: async (session, given) =>
          (await import('../callbacks/redeliver-callbacks.js')).redeliverCallbacks(session, given),
      }),
    ],
  },
  {
    name: 'retention',
    does: 'months of history that are older than the configuration keeps',
    verbs: [
      verb({
        name: 'run',
        does: 'export these months and drop them, as the owner of the tables',
        isDefault: true,
        database: 'owner',
        options: {
          to: text('FOLDER', 'the folder for the exports'),
          dryRun: flag('only say what would be exported and dropped'),
          operator,
        },
        run: async (session, given) =>
          (await import('../retention/retire-months.js')).retireMonths(session, given),
      }),
    ],
  },
];

function readStates(given: string): readonly string[] {
  const states = given.split(',');
  if (!states.every((state) => sentStates.some((known) => known === state)))
    throw new Error(`must be one or more of ${sentStates.join(', ')}, separated by commas.`);
  return states;
}
