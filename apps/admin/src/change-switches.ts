import { parseArgs } from 'node:util';
import type { Configuration } from '#domain/configuration/configuration';
import { switchableNames, switchKinds } from '#domain/routing/switched-off';
import { isText } from '#domain/values/text';
import { loadNewestDocument } from '#persistence/configuration/configurations';
import { keepSwitch, listSwitches, type KeptSwitch, type Switch } from '#persistence/configuration/switches';
import { createDatabase } from '#persistence/database';
import { readEnvironment } from '#runtime/read-environment';
import { findOperatorProblem, operatorName } from './operator/operator-name.js';

/**
 * `switch provider|mid|method NAME off|on --reason TEXT [--operator NAME]`: new payments and payouts stop, or go on, within
 * a second. `switch list`: what is off now, and all that was switched.
 */
const usage = `npm run switch -- ${switchKinds.join('|')} NAME off|on --reason TEXT [--operator NAME]
npm run switch -- list`;
const textLengthMax = 255;

const settings = readEnvironment(process.env, (read) => ({ databaseUrl: read.text('DATABASE_URL') }));
const command = readCommand();
const database = createDatabase({
  url: settings.databaseUrl,
  applicationName: 'gateway switch',
  poolSize: 1,
});
await database.initialize();
try {
  if (command === 'list') await list();
  else await change(command);
} finally {
  await database.destroy();
}

function readCommand(): 'list' | Switch {
  const { values, positionals } = readWords();
  const [word, name, state, ...more] = positionals;
  if (word === 'list' && name === undefined) return 'list';
  const kind = switchKinds.find((one) => one === word);
  if (kind === undefined || name === undefined || (state !== 'off' && state !== 'on') || more.length > 0)
    refuse(`Say what to switch off or on.\n${usage}`);
  return {
    kind,
    name,
    isOff: state === 'off',
    operator: textOf(values.operator, '--operator must name the person who switches it.'),
    reason: textOf(values.reason, `--reason is missing: say why you switch it ${state}.`),
  };
}

function readWords() {
  try {
    const text = { type: 'string', default: '' } as const;
    const operator = { type: 'string', default: operatorName(process.env) } as const;
    return parseArgs({ allowPositionals: true, options: { reason: text, operator } });
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message : 'unknown error'}\n${usage}`);
  }
}

function textOf(written: string, missing: string): string {
  const text = written.trim();
  if (text === '') refuse(missing);
  // One line of the list each.
  if (!isText(text, textLengthMax) || /\p{Cc}/u.test(text))
    refuse(`--reason and --operator must be one line of at most ${textLengthMax} characters.`);
  return text;
}

async function change(wanted: Switch): Promise<void> {
  const { kind, name, isOff } = wanted;
  const problem = await findOperatorProblem(database, wanted.operator);
  if (problem !== undefined) refuse(`--operator: ${problem}`);
  const configuration =
    (await loadNewestDocument(database)) ?? refuse('No configuration has been applied yet.');
  const names = switchableNames(configuration, kind);
  // What was switched off and is gone from the configuration can still be put on.
  const isKnown = names.includes(name) || (await listSwitches(database)).some((one) => isOf(one, wanted));
  if (!isKnown) refuse(`There is no ${kind} ${name}. Known: ${names.toSorted().join(', ')}.`);
  const state = isOff ? 'off' : 'on';
  const isChanged = await keepSwitch(database, wanted);
  console.log(
    isChanged ? `${kind} ${name} will be ${state} within a second.` : `${kind} ${name} is already ${state}.`,
  );
  if (!isOff && isOffInFile(configuration, wanted))
    console.log('It stays off: the configuration has enabled: false.');
}

function isOffInFile({ providers, mids }: Configuration, { kind, name }: Switch): boolean {
  if (kind === 'method') return false;
  const switched = kind === 'provider' ? providers : mids;
  return switched[name]?.enabled === false;
}

function isOf(one: Switch, other: Switch): boolean {
  return one.kind === other.kind && one.name === other.name;
}

async function list(): Promise<void> {
  const all = await listSwitches(database);
  const off = all.filter(({ isNewest, isOff }) => isNewest && isOff);
  console.log(['Off now:', ...linesOf(off), '', 'History, newest first:', ...linesOf(all)].join('\n'));
}

function linesOf(switches: readonly KeptSwitch[]): readonly string[] {
  if (switches.length === 0) return ['  nothing'];
  return switches.map(({ kind, name, isOff, operator, reason, at }) => {
    const when = at.toISOString().slice(0, 19).replace('T', ' ');
    return `  ${when}Z  ${kind} ${name} ${isOff ? 'off' : 'on'}, by ${operator}: ${reason}`;
  });
}

function refuse(why: string): never {
  console.error(why);
  process.exit(1);
}
