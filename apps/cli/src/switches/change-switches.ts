import type { Configuration } from '#domain/configuration/configuration';
import { switchableNames } from '#domain/routing/switched-off';
import { loadNewestDocument } from '#persistence/configuration/configurations';
import { keepSwitch, listSwitches, type KeptSwitch, type Switch } from '#persistence/configuration/switches';
import type { Outcome } from '../command/declare.js';
import { Refusal } from '../command/failures.js';
import { requireOperator } from '../command/operator.js';
import type { Session } from '../command/session.js';

type Wanted = Pick<Switch, 'kind' | 'name' | 'operator' | 'reason'> & { readonly state: 'off' | 'on' };

/**
 * Switches a provider, MID or method off or on: new payments and payouts stop, or go on, within a second. Of kind `refunds`
 * it is only the refunds of a provider or MID.
 */
export async function setSwitch(session: Session, { state, ...rest }: Wanted): Promise<Outcome> {
  const wanted: Switch = { ...rest, isOff: state === 'off' };
  const { kind, name, isOff } = wanted;
  const database = await session.openDatabase();
  await requireOperator(database, wanted.operator, '--operator');
  const configuration = await loadNewestDocument(database);
  if (!configuration) throw new Refusal('No configuration has been applied yet.');
  const names = switchableNames(configuration, kind);
  // What was switched off and has left the configuration since can still be switched on.
  const isKnown = names.includes(name) || (await listSwitches(database)).some((one) => isOf(one, wanted));
  const what = kind === 'refunds' ? 'provider or MID' : kind;
  if (!isKnown) throw new Refusal(`There is no ${what} ${name}. Known: ${names.toSorted().join(', ')}.`);
  const isChanged = await keepSwitch(database, wanted);
  const subject = kind === 'refunds' ? `Refunds of ${name}` : `${kind} ${name}`;
  const verb = kind === 'refunds' ? 'are' : 'is';
  session.say(
    isChanged ? `${subject} will be ${state} within a second.` : `${subject} ${verb} already ${state}.`,
  );
  if (!isOff && isOffInFile(configuration, wanted))
    session.say('It stays off: the configuration has enabled: false.');
  return { data: { kind, name, state, isChanged } };
}

/** Shows what is off now, and everything that was switched. */
export async function showSwitches(session: Session): Promise<Outcome> {
  const all = await listSwitches(await session.openDatabase());
  const off = all.filter(({ isNewest, isOff }) => isNewest && isOff);
  for (const line of ['Off now:', ...linesOf(off), '', 'History, newest first:', ...linesOf(all)])
    session.say(line);
  return { data: { off, history: all } };
}

function isOffInFile({ providers, mids }: Configuration, { kind, name }: Switch): boolean {
  if (kind === 'method' || kind === 'refunds') return false;
  const switched = kind === 'provider' ? providers : mids;
  return switched[name]?.enabled === false;
}

function isOf(one: Switch, other: Switch): boolean {
  return one.kind === other.kind && one.name === other.name;
}

function linesOf(switches: readonly KeptSwitch[]): readonly string[] {
  if (switches.length === 0) return ['  nothing'];
  return switches.map(({ kind, name, isOff, operator, reason, at }) => {
    const when = at.toISOString().slice(0, 19).replace('T', ' ');
    return `  ${when}Z  ${kind} ${name} ${isOff ? 'off' : 'on'}, by ${operator}: ${reason}`;
  });
}
