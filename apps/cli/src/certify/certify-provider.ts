import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Outcome } from '../command/declare.js';
import { UsageError } from '../command/failures.js';
import { pathOfPerson, type Session } from '../command/session.js';
import { certify, isRefuted, type Certified } from './certify.js';
import { trials } from './trials.js';

type Asked = {
  readonly provider: string;
  readonly url: string | undefined;
  readonly to: string | undefined;
};

/**
 * Checks what we assume about a provider against its test mode, and keeps the exchanges without personal data. Takes keys
 * of a test mode only.
 */
export async function certifyProvider(session: Session, { provider, url, to }: Asked): Promise<Outcome> {
  const trial = Object.hasOwn(trials, provider) ? trials[provider] : undefined;
  if (!trial) throw new UsageError(`--provider must be one of ${Object.keys(trials).join(', ')}.`);
  const credentials = Object.entries(trial.credentials).map(([name, { variable, isOfTest }]) => {
    const { value } = session.settings((read) => ({ value: read.text(variable) }));
    if (!isOfTest(value)) throw new UsageError(`${variable} must be a key of the provider's test mode.`);
    return [name, value] as const;
  });
  const account = {
    provider,
    mid: 'certify',
    baseUrl: url ?? trial.baseUrl,
    credentials: Object.fromEntries(credentials),
  };
  const certificate = await certify(account, trial);
  const { assumptions, date } = certificate;
  for (const certified of assumptions) session.say(lineOf(certified));
  const refuted = assumptions.filter(isRefuted).length;
  const untried = assumptions.filter((one) => 'notTried' in one).length;
  const file =
    to === undefined
      ? join('.data', 'certify', `${provider}-${date.slice(0, 10)}.json`)
      : pathOfPerson(session, to);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(certificate, undefined, 2)}\n`);
  session.say(
    `${assumptions.length} assumptions, ${refuted} refuted, ${untried} not tried. Exchanges: ${file}`,
  );
  return { data: certificate, hasFindings: refuted > 0 };
}

/** One that is refuted is shown with what was believed, if its name does not say it. */
function lineOf(certified: Certified): string {
  const { name, believed } = certified;
  if ('notTried' in certified) return `– ${name} (not tried: ${certified.notTried})`;
  const { holds, saw } = certified;
  if (holds) return `✔ ${name} (${saw})`;
  return `✖ ${name} (${believed === undefined ? saw : `believed: ${believed}; saw: ${saw}`})`;
}
