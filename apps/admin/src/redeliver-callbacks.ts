import { parseArgs } from 'node:util';
import { readExactInstant, roundUp, writeInstant } from '#domain/values/calendar';
import { sentStates, untakenStates } from '#domain/wire/record-parts';
import { endpointOf, endpointTermsOf } from '#gateway/callbacks/endpoint';
import { keepRedeliveryOrder, orderRedeliveries } from '#persistence/callbacks/redeliveries';
import { loadNewestDocument } from '#persistence/configuration/configurations';
import { createDatabase } from '#persistence/database';
import { readEnvironment } from '#runtime/read-environment';
import { findOperatorProblem, operatorName } from './operator/operator-name.js';

/**
 * `callbacks:redeliver --project shop --from 2026-01-31T00:00:00Z --reason "was down"`: sends a project's callbacks again
 * after an outage of its merchant, at the endpoint's own pace. Whoever repeats it sends nothing twice that still waits.
 */
const settings = readEnvironment(process.env, (read) => ({ databaseUrl: read.text('DATABASE_URL') }));
const text = { type: 'string', default: '' } as const;
const { values } = parseArgs({
  options: {
    project: text,
    from: text,
    to: text,
    states: { type: 'string', default: untakenStates.join(',') },
    reason: text,
    operator: { type: 'string', default: operatorName(process.env) },
  },
});
const { project } = values;
const [operator, reason] = [values.operator.trim(), values.reason.trim()];
const from =
  readExactInstant(values.from) ?? refuse('--from must be an instant such as 2026-01-31T12:00:00Z.');
const end = values.to === '' ? undefined : readExactInstant(values.to);
if (values.to !== '' && !end) refuse('--to must be an instant such as 2026-01-31T12:00:00Z.');
const to = end && roundUp(end);
const states = values.states.split(',');
if (!states.every((state) => sentStates.some((known) => known === state)))
  refuse(`--states must be one or more of ${sentStates.join(', ')}, separated by commas.`);
if (reason === '') refuse('--reason is missing: say why you send them again.');
if (operator === '') refuse('--operator must name the person who sends them again.');

const database = createDatabase({
  url: settings.databaseUrl,
  applicationName: 'gateway redelivery',
  poolSize: 1,
});
await database.initialize();
try {
  const problem = await findOperatorProblem(database, operator);
  if (problem !== undefined) refuse(`--operator: ${problem}`);
  await redeliver();
} finally {
  await database.destroy();
}

async function redeliver(): Promise<void> {
  const configuration = await loadNewestDocument(database);
  const merchant = configuration?.projects[project]?.merchant;
  if (!configuration || merchant === undefined)
    refuse(`The applied configuration has no project ${project}.`);
  await keepRedeliveryOrder(database, { project, from: from.at, to, states, operator, reason });
  let total = 0;
  for (let next: typeof from | undefined = from; next;) {
    const search = { merchant, project, states, from: next, to };
    const { count, nextFrom } = await orderRedeliveries(database, search, (of, callbackUrl) => ({
      endpoint: endpointOf(of, callbackUrl),
      terms: endpointTermsOf(configuration, of),
    }));
    total += count;
    next = nextFrom;
    if (next) console.log(`${total} so far: those before ${writeInstant(next)}.`);
  }
  console.log(
    `${total} ${total === 1 ? 'callback' : 'callbacks'} of ${project} will be sent again, at the endpoint's pace.`,
  );
}

function refuse(why: string): never {
  console.error(why);
  process.exit(1);
}
