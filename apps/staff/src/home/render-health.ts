import type { StaffRow } from '#persistence/staff/staff-table';
import { html, type Html } from '#runtime/html';
import { writeCount, writeDistance, writeDuration } from '../pages/words.js';

const daySeconds = 24 * 60 * 60;
/** The books are proved and the audit log is sealed once a day. */
const provedWithin = 2 * daySeconds;
/** Months are made four ahead, and each is needed when it begins. */
const monthsAheadMin = 32 * daySeconds;

type Sign = { readonly name: string; readonly says: string; readonly isGood: boolean };

/** Whether the processes do their work, as their traces in the books tell. No process is asked, so none can delay the page. */
export function renderHealth(row: StaffRow | undefined, now: Date): Html {
  const signs = row ? signsOf(row, now) : [];
  return html`<section>
    <h2 id="health">Health</h2>
    ${
      row
        ? html`<dl>
            ${signs.map(
              ({ name, says, isGood }) =>
                html`<div>
                  <dt>${name}</dt>
                  <dd>
                    <span class="sign ${isGood ? 'good' : 'bad'}">${isGood ? 'fine' : 'look'}</span> ${says}
                  </dd>
                </div>`,
            )}
          </dl>`
        : html`<p class="none">This could not be read in time.</p>`
    }
  </section>`;
}

function signsOf(row: StaffRow, now: Date): readonly Sign[] {
  const at = (name: string) => (row[name] instanceof Date ? row[name] : undefined);
  const ago = (name: string) => {
    const instant = at(name);
    return instant && (now.getTime() - instant.getTime()) / 1_000;
  };
  const overdue = Number(row['overdue']);
  const lost = Number(row['lost']);
  const unread = Number(row['unread']);
  const [proved, sealed, ahead] = [ago('provedAt'), ago('sealedAt'), ago('monthsUntil')];
  const faults = Number(row['faults'] ?? 0);
  return [
    {
      name: 'Workers',
      isGood: overdue === 0 && lost === 0,
      says: [
        overdue === 0
          ? 'nothing is overdue'
          : `${overdue} ${overdue === 1 ? 'is' : 'are'} overdue, the oldest ${sinceOf(at('overdueSince'), now)}`,
        ...(lost === 0 ? [] : [`${writeCount(lost, 'workflow')} lost by Temporal and not back yet`]),
      ].join('; '),
    },
    {
      name: 'Reports of providers',
      isGood: unread === 0 || (ago('unreadSince') ?? 0) < 60,
      says: unread === 0 ? 'all are read' : `${unread} unread, the oldest ${sinceOf(at('unreadSince'), now)}`,
    },
    {
      name: 'Proof of the books',
      isGood: faults === 0 && (proved === undefined || proved < provedWithin),
      says:
        proved === undefined
          ? 'not proved yet: npm run ledger:check'
          : `${writeCount(faults, 'difference')}, ${writeDuration(proved)} ago`,
    },
    {
      name: 'Audit log',
      isGood: sealed === undefined || sealed < provedWithin,
      says: sealed === undefined ? 'not sealed yet' : `sealed ${writeDuration(sealed)} ago`,
    },
    {
      name: 'Tables of the coming months',
      isGood: ahead !== undefined && -ahead > monthsAheadMin,
      says: ahead === undefined ? 'none' : `made for ${writeDuration(-ahead)}`,
    },
    {
      name: 'Configuration',
      isGood: true,
      says:
        row['version'] === null
          ? 'no version yet'
          : `version ${String(row['version'])}, by ${String(row['appliedBy'])}, ${sinceOf(at('appliedAt'), now)}`,
    },
  ];
}

function sinceOf(at: Date | undefined, now: Date): string {
  return at ? writeDistance(at, now) : '';
}
