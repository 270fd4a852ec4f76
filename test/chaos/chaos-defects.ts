import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { copyProject } from '../../scripts/copy-project.js';
import { Failure } from '../../scripts/failure.mjs';
import { sameRouteAgain, type Change, type Changes, type Defect } from './defect.js';
import { refundDefects } from './refund-defects.js';

/**
 * A provider that is slow to list what it has opened, when its answer to that was lost: look-ups find nothing until the
 * order ends, after the settle time and many look-ups.
 */
const slowProvider: Changes = {
  'dist/apps/sandbox/src/charges/charge-routes.js': [
    [
      'return charge?.account === account.id ? charge',
      `return charge?.account === account.id && !(slow.includes(charge.scenario) && charge.end === undefined) ? charge`,
    ],
    [
      'export function addChargeRoutes',
      "const slow = ['reset', 'http_500', 'garbage'];\nexport function addChargeRoutes",
    ],
  ],
  'dist/apps/sandbox/src/charges/charge-desk.js': [
    [
      'endsWithoutPayer(nextStep) : endsInMs(scenario, delayMs, silenceMs)',
      `endsWithoutPayer(nextStep) : ['reset', 'http_500', 'garbage'].includes(name)
        ? 18_000 + Math.random() * 16_000 : endsInMs(scenario, delayMs, silenceMs)`,
    ],
  ],
};
/** What ends by "not found" is not looked up late: otherwise that alone would raise the review that is missing. */
const neverAskedLate: Change = [
  'from moved where ${final?.lookUpLate !== undefined}',
  'from moved where false',
];
/** However long ago the row of an attempt was written, it is sent. */
const sendsEver: Changes = {
  'dist/libs/gateway/connectors/call-provider.js': [['if (isOver || sendBy?.isOver())', 'if (isOver)']],
};
/** What is not found is not closed: otherwise what arrives after that would be refused, and show nothing. */
const neverClosed: Changes = {
  'dist/libs/gateway/connectors/sandbox/connector.js': [
    ['cancelClosesUnseen: true', 'cancelClosesUnseen: false'],
  ],
};
/** Between what is read and what is recorded, where a thread of another worker may come in. */
const window = 'await new Promise((resolve) => setTimeout(resolve, 3_000));';

/**
 * Defects that a chaos run must find, by name; what each of them breaks is in docs/chaos.md. They are planted in a copy of
 * the compiled code, so that the product itself has no switch for them.
 */
export const defects: Readonly<Record<string, Defect>> = {
  'no-unique-index': {
    files: {
      'dist/libs/persistence/transactions/register-transaction.js': [
        ['on conflict on constraint transactions_reference_key do nothing', ''],
      ],
    },
    settings: { plantedSql: 'alter table transactions drop constraint transactions_reference_key' },
  },
  'no-attempt-guard': {
    files: {
      'dist/libs/persistence/transactions/begin-attempt.js': [
        [
          "where not (state = 'not_sent' or (state = 'declined' and cause in ('soft', 'retry')))",
          'where false',
        ],
        sameRouteAgain,
      ],
    },
    settings: {},
  },
  'callback-outside': {
    files: {
      'dist/libs/persistence/transactions/record-change.js': [
        ['from moved where ${final !== undefined}\n', 'from moved where false\n'],
        [
          "return row.is_current ? { kind: 'recorded', status: row.status } : { kind: 'stale' };",
          `if (row.is_current && final) {
        crashPoint('after apply');
        await database.sql \`insert into events (event_id, identifier, merchant, callback_url, body, state, next_attempt)
          select \${final.event.eventId}, identifier, merchant, \${final.event.callbackUrl}, \${final.event.body},
            case when \${final.event.callbackUrl}::text is null then 'none' else 'pending' end, now()
          from transactions where identifier = \${identifier} on conflict do nothing\`;
    }
    return row.is_current ? { kind: 'recorded', status: row.status } : { kind: 'stale' };`,
        ],
        [
          'export async function recordChange',
          "import { crashPoint } from '#runtime/crash-point';\nexport async function recordChange",
        ],
      ],
    },
    settings: { plantedCrashPoint: 'after apply:0.05' },
  },
  'first-not-found': {
    files: {
      ...neverClosed,
      'dist/libs/domain/transaction/look-ups.js': [
        [
          'return isOpen && isSettled && notFoundAnswers + 1 >= transaction.plan.timing.notFoundAnswersMin;',
          'return isOpen;',
        ],
      ],
    },
    settings: {},
  },
  'other-fingerprint': {
    files: {
      'dist/apps/api/src/transactions/create/request-fingerprint.js': [
        ['this.keyedHashes.content(project, ', "this.keyedHashes.content(project + '/2', "],
      ],
    },
    settings: {},
  },
  'no-send-by': {
    files: { ...sendsEver, ...neverClosed },
    settings: { plantedFreezePoint: 'before provider:0.15' },
  },
  'late-answer-dropped': {
    files: {
      ...sendsEver,
      ...neverClosed,
      'dist/libs/persistence/transactions/record-change.js': [neverAskedLate],
      'dist/libs/domain/transaction/decide.js': [
        [': afterLateAnswer(known, attempt, result, moment);', ': {};'],
      ],
      // A provider that says all it has to say in its answer.
      'dist/apps/sandbox/src/orders/scenarios.js': [
        [
          "at_once: { ...paid, when: 'at_once', answer: 'ended', nextStep: false }",
          "at_once: { ...paid, when: 'at_once', answer: 'ended', nextStep: false, notifications: 'never' }",
        ],
      ],
    },
    // Before the call: the answer of a call that was made in time agrees with what the look-ups find.
    settings: { plantedFreezePoint: 'before provider:0.15' },
  },
  'stuck-look-up': {
    files: {
      'dist/apps/worker/src/activities/look-up-transaction.js': [
        ["if ((phase !== 'waiting' && phase !== 'unknown') || phase !== phaseOf(subject))", 'if (false)'],
      ],
    },
    settings: { plantedFreezePoint: 'before provider:0.15' },
  },
  'stale-judgement': {
    files: {
      ...slowProvider,
      ...neverClosed,
      'dist/libs/persistence/transactions/record-change.js': [
        ['and revision = ${revision}::integer for no key update', 'for no key update'],
        neverAskedLate,
      ],
      'dist/apps/worker/src/activities/look-up-transaction.js': [
        [
          'const state = await decideAndRecord(',
          `if (answer.kind === 'notFound') ${window}
    const state = await decideAndRecord(`,
        ],
      ],
      'dist/apps/worker/src/activities/apply-reports.js': [
        ["crashPoint('before apply');", `if (inbox.events.length > 0) ${window}`],
      ],
    },
    settings: {},
  },
  'no-release': {
    settings: {
      plantedSql: `create or replace trigger transactions_close after update of status on transactions for each row
        when (old.finished_at is null and new.finished_at is not null and new.status <> 'error')
        execute function close_books()`,
    },
  },
  'no-room-again': {
    settings: {
      plantedSql: `create or replace trigger transactions_claim_back after update of status on transactions for each row
        when (old.finished_at is null and new.finished_at is not null and new.status = 'error' and new.plan ? 'limits')
        execute function give_limits_back()`,
    },
  },
  ...refundDefects,
};

/** Takes `--plant DEFECT` out of the words of a command line. */
export function takeDefect(words: readonly string[]): {
  readonly name: string | undefined;
  readonly rest: readonly string[];
} {
  const at = words.indexOf('--plant');
  if (at < 0) return { name: undefined, rest: words };
  const name = words[at + 1] ?? '';
  if (!Object.hasOwn(defects, name)) {
    throw new Failure(`--plant ${name}: there is no such defect.`, [
      `Defects: ${Object.keys(defects).join(', ')}`,
    ]);
  }
  return { name, rest: words.toSpliced(at, 2) };
}

/** A runnable copy of the compiled project with the defect in it. Throws where the code is no longer as it expects. */
export function copyWithDefect(name: string): {
  readonly folder: string;
  readonly settings: Defect['settings'];
  readonly remove: () => void;
} {
  const defect = defects[name];
  if (defect === undefined) throw new Failure(`There is no defect "${name}".`);
  const { folder, remove } = copyProject('defect');
  // What is changed is what was compiled.
  rmSync(join(folder, 'dist/bundles'), { recursive: true });
  for (const [file, changes] of Object.entries(defect.files ?? {}))
    changeFile(name, join(folder, file), changes);
  return { folder, settings: defect.settings, remove };
}

function changeFile(name: string, path: string, changes: readonly Change[]): void {
  let text = readFileSync(path, 'utf8');
  for (const [from, to] of changes) {
    if (text.split(from).length !== 2) {
      throw new Failure(`The defect "${name}" no longer fits ${path}.`, [`Looked for: ${from}`]);
    }
    text = text.replace(from, () => to);
  }
  writeFileSync(path, text);
}
