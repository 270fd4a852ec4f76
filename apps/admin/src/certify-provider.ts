import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { readEnvironment } from '#runtime/read-environment';
import { certify } from './certify/certify.js';
import { trials } from './certify/trials.js';

/**
 * `certify`: holds what we assume of a provider against its test mode, keeps the exchanges without what names anybody, and
 * exits with 1 if anything was refuted. Takes keys of test mode only.
 */
const { values: given } = parseArgs({
  options: { provider: { type: 'string' }, url: { type: 'string' }, to: { type: 'string' } },
});
const provider = given.provider ?? '';
const trial = Object.hasOwn(trials, provider) ? trials[provider] : undefined;
if (!trial) throw new Error(`--provider must be one of these: ${Object.keys(trials).join(', ')}`);
const credentials = Object.entries(trial.credentials).map(([name, { variable, isOfTest }]) => {
  const value = readEnvironment(process.env, (read) => ({ value: read.text(variable) })).value;
  if (!isOfTest(value)) throw new Error(`${variable} must be a key of the provider's test mode`);
  return [name, value] as const;
});

const account = {
  provider,
  mid: 'certify',
  baseUrl: given.url ?? trial.baseUrl,
  credentials: Object.fromEntries(credentials),
};
const certificate = await certify(account, trial);
for (const { name, holds, saw } of certificate.assumptions)
  console.log(`${holds ? '✔' : '✖'} ${name} (${saw})`);
const refuted = certificate.assumptions.filter(({ holds }) => !holds).length;
const file = given.to ?? join('.data', 'certify', `${provider}-${certificate.date.slice(0, 10)}.json`);
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(certificate, undefined, 2)}\n`);
console.log(`${certificate.assumptions.length} assumptions, ${refuted} refuted. Exchanges: ${file}`);
process.exitCode = refuted === 0 ? 0 : 1;
