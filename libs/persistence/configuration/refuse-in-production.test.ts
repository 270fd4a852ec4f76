import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Configuration } from '#domain/configuration';
import { findProductionFaults, refuseInProduction } from './refuse-in-production.js';
import { readText, sound } from '#configuration/testing/sound-file';

const random = (length: number) => randomBytes(length).toString('base64');
const bankSecret = random(32);
/** What production takes. */
const fit = sound
  .replace('${BANK_URL:-http://localhost:3002}', 'https://bank.example.com')
  .replace('AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=', random(32))
  .replace('whsec_AgICAgICAgICAgICAgICAgICAgICAgIC', `whsec_${random(24)}`);

/** `connector`: of its one provider, whatever the text says. */
function read(text: string, secret = bankSecret, connector = 'v2'): Configuration {
  const reading = readText(text, { BANK_SECRET: secret });
  if (reading.kind === 'refused') throw new Error(JSON.stringify(reading.mistakes));
  const { bank, ...others } = reading.configuration.providers;
  if (!bank) throw new Error('the sound file has this provider');
  return { ...reading.configuration, providers: { ...others, bank: { ...bank, connector } } };
}

const faultsOf = (configuration: Configuration, allowsSandbox = false) =>
  findProductionFaults(configuration, { allowsSandbox });
const withTarget = (target: string) =>
  read(fit.replace('    routes: [{', `    callback_targets: [${target}]\n    routes: [{`));

it('takes what is fit for production', () => {
  expect(faultsOf(read(fit))).toEqual([]);
  expect(() => refuseInProduction(read(fit), { allowsSandbox: false })).not.toThrow();
});

it('names everything that is not, in one error, and repeats nothing of a secret', () => {
  const refuse = () =>
    refuseInProduction(read(sound, 'sandbox_secret_demo', 'sandbox'), { allowsSandbox: false });
  expect(refuse).toThrow(
    'Production refuses this configuration: ' +
      'projects.shop.keys.mk_shop is not random: its bytes repeat or follow one another; ' +
      'projects.shop.callback_keys.ck_shop is not random: its bytes repeat or follow one another; ' +
      'providers.bank.connector is the sandbox (ALLOW_SANDBOX=1 on a stage); ' +
      'providers.bank.base_url must be an https address; ' +
      'mids.bank_1.credentials.secret is a published secret of the sandbox',
  );
  expect(refuse).not.toThrow(/AQEB|sandbox_secret/);
});

it('takes the sandbox, its address and its secrets where a stage says so, and nothing else with it', () => {
  expect(faultsOf(read(sound, 'sandbox_secret_demo', 'sandbox'), true)).toEqual([
    expect.stringContaining('mk_shop'),
    expect.stringContaining('ck_shop'),
  ]);
  expect(faultsOf(read(fit, 'sandbox_secret_demo'), true)).toEqual([
    'mids.bank_1.credentials.secret is a published secret of the sandbox',
  ]);
});

it.each([
  ['zero bytes', Buffer.alloc(32).toString('base64')],
  ['the golden key', 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='],
  ['the golden callback secret', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  ['one letter', 'aaaaaaaaaaaaaaaa'],
])('refuses a credential of %s', (_name, secret) => {
  expect(faultsOf(read(fit, secret))).toEqual([
    expect.stringMatching(/^mids\.bank_1\.credentials\.secret is /),
  ]);
});

it('refuses a provider over plain http, wherever it is', () => {
  expect(faultsOf(read(fit.replace('https://bank', 'http://bank')))).toEqual([
    'providers.bank.base_url must be an https address',
  ]);
});

it.each([
  "{ scheme: http, host: '*', cidrs: [public] }",
  "{ scheme: https, host: '*', cidrs: [0.0.0.0/0] }",
  "{ scheme: https, host: shop.example.com, cidrs: ['::/0'] }",
])('refuses the callback target %s', (target) => {
  expect(faultsOf(withTarget(target))).toEqual(['projects.shop.callback_targets lets callbacks go anywhere']);
});

it.each([
  "{ scheme: https, host: '*', cidrs: [public] }",
  '{ scheme: http, host: hooks.internal, cidrs: [10.0.0.0/8] }',
])('takes the callback target %s', (target) => {
  expect(faultsOf(withTarget(target))).toEqual([]);
});
