import { isStorableDate, isTimezone } from '#domain/values/calendar';
import { readMonth } from '#persistence/periods/month';
import { verb, type Noun } from '../command/declare.js';
import { oneOf, operator, optional, reason, required, text } from '../command/inputs.js';

const day = required('DAY', 'the day, of UTC unless --timezone is given', (given) => {
  if (!isStorableDate(given)) throw new Error('must be a day such as 2026-01-31.');
  return given;
});
const timezone = required('ZONE', 'whose day it is, such as Europe/Lisbon; else UTC', (given) => {
  if (!isTimezone(given)) throw new Error('must be the name of a time zone such as Europe/Lisbon.');
  return given;
});
const month = required('MONTH', 'the month, of UTC', (given) => {
  const read = readMonth(given);
  if (!read) throw new Error('must be a month such as 2026-01.');
  return read;
});

/** Days and months of the money at providers (contract §16.6, §16.7). */
export const reportNouns: readonly Noun[] = [
  {
    name: 'report',
    does: 'what a day did to the money that providers hold',
    verbs: [
      verb({
        name: 'day',
        does: 'show the rows of a day, of all merchants and of the house; with --out its lines as well',
        isDefault: true,
        database: 'admin',
        options: {
          day,
          format: optional(oneOf('FORMAT', 'instead of a table', ['csv', 'json'])),
          out: optional(text('FOLDER', 'write files there: the rows, and all lines')),
          merchant: optional(text('MERCHANT', 'only this one')),
          timezone: optional(timezone, 'UTC'),
        },
        run: async (session, given) => (await import('../reports/report-day.js')).reportDay(session, given),
      }),
    ],
  },
  {
    name: 'period',
    does: 'months that are closed, and never change again',
    verbs: [
      verb({
        name: 'close',
        does: 'close a month, or say what is still open; a second person confirms it with the same command',
        database: 'admin',
        migratesFirst: true,
        options: { month, reason, operator },
        run: async (session, given) =>
          (await import('../periods/close-period.js')).closePeriod(session, given),
      }),
      verb({
        name: 'list',
        does: 'list closed months, the newest first',
        database: 'admin',
        run: async (session) => (await import('../periods/list-periods.js')).showPeriods(session),
      }),
    ],
  },
];
