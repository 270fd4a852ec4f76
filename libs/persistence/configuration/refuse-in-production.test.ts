import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Configuration } from '#domain/configuration/configuration';
import { findProductionFaults, refuseInProduction } from './refuse-in-production.js';
import { readText, sound } from '#configuration/testing/sound-file';

const random = (length: number) => randomBytes(length).toString('base64');
const bankSecret = random(32);
/** What production takes. */
const fit = `${sound}operations: { operators: [Alice, Bob] }
`
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
      'operations.operators must name who may decide, or say that the proxy does (or four_eyes must be off); ' +
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
    expect.stringContaining('operations.operators'),
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
  "{ scheme: https, host: '*', cidrs: [10.0.0.0/8] }",
  "{ scheme: https, host: '*', cidrs: [10.0.0.0/8, 127.0.0.0/8] }",
  "{ scheme: https, host: '*', cidrs: [public, 192.168.0.0/16] }",
  '{ scheme: https, host: shop.example.com, cidrs: [0.0.0.0/1, 128.0.0.0/1] }',
  '{ scheme: https, host: shop.example.com, cidrs: [0.0.0.0/2, 64.0.0.0/2, 128.0.0.0/2, 192.0.0.0/2] }',
  '{ scheme: https, host: shop.example.com, cidrs: [128.0.0.0/4] }',
  "{ scheme: https, host: shop.example.com, cidrs: ['::ffff:0:0/96'] }",
  "{ scheme: https, host: shop.example.com, cidrs: ['::ffff:0.0.0.0/97', '::ffff:128.0.0.0/97'] }",
  "{ scheme: https, host: shop.example.com, cidrs: ['::/64'] }",
  "{ scheme: https, host: shop.example.com, cidrs: ['2000::/3'] }",
  '{ scheme: https, host: shop.example.com, cidrs: [0.0.0.0/1] }, { scheme: https, host: other.example.com, cidrs: [128.0.0.0/1] }',
  "{ scheme: https, host: shop.example.com, cidrs: ['::/0'] }",
])('refuses the callback target %s', (target) => {
  expect(faultsOf(withTarget(target))).toEqual(['projects.shop.callback_targets lets callbacks go anywhere']);
});

it.each([
  "{ scheme: https, host: '*', cidrs: [public] }",
  '{ scheme: http, host: hooks.internal, cidrs: [10.0.0.0/8] }',
  "{ scheme: https, host: '*.example.com', cidrs: [10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 'fc00::/7'] }",
])('takes the callback target %s', (target) => {
  expect(faultsOf(withTarget(target))).toEqual([]);
});

describe('who decides', () => {
  const withOperations = (operations: string) =>
    read(fit.replace('operations: { operators: [Alice, Bob] }', operations));
  it.each(['', 'operations: {}', 'operations: { four_eyes: true }'])(
    'is asked for where the file says %j',
    (written) => {
      expect(faultsOf(withOperations(written))).toEqual([
        expect.stringMatching(/^operations\.operators must/),
      ]);
    },
  );
  it.each(['operations: { operators: proxy }', 'operations: { four_eyes: false }'])(
    'is said by %j',
    (written) => {
      expect(faultsOf(withOperations(written))).toEqual([]);
    },
  );
});

describe('a secret of two merchants', () => {
  const shared = random(32);
  const second = (key: string) =>
    fit
      .replace('projects:\n', `projects:\n  other:\n    merchant: other\n    routes: []\n    ${key}\n`)
      .replace('merchants:\n', 'merchants:\n  other: {}\n');
  const withKey = (secret: string) => fit.replace(/mk_shop: \S+/, `mk_shop: ${secret}`);
  it('is refused under two ids, but on a stage', () => {
    const file = second(`keys: { mk_other: ${shared} }`).replace(/mk_shop: [^ ,}]+/, `mk_shop: ${shared}`);
    expect(faultsOf(read(file))).toEqual([
      expect.stringMatching(/^projects\.\w+\.keys\.mk_\w+ has the secret of another merchant as well$/),
      expect.stringMatching(/^projects\.\w+\.keys\.mk_\w+ has the secret of another merchant as well$/),
    ]);
    expect(faultsOf(read(file), true).filter((fault) => fault.includes('another merchant'))).toEqual([]);
  });

  it('is refused where the defaults of projects give it', () => {
    const file = second(`keys: { mk_other: ${random(32)} }`)
      .replace(
        'projects:\n',
        `project_defaults: { callback_keys: { ck_all: whsec_${random(24)} } }\nprojects:\n`,
      )
      .replace(/ {4}callback_keys: .*\n/, '');
    expect(faultsOf(read(file))).toEqual(
      ['shop', 'other'].map(() =>
        expect.stringMatching(/callback_keys\.ck_all has the secret of another merchant/),
      ),
    );
  });

  it('is no matter within one', () => {
    expect(faultsOf(read(withKey(shared)))).toEqual([]);
  });
});

it.each([
  'changeme-changeme-changeme',
  'correct horse battery staple',
  'пароль-пароль',
  'abcdefghijklabcdefghijklabcd',
])('refuses a secret that is the text %j', (text) => {
  const secret = Buffer.from(text.padEnd(32, text).slice(0, 32)).toString('base64');
  const file = fit.replace(/whsec_[A-Za-z0-9+/=]+/, `whsec_${secret}`);
  expect(faultsOf(read(file))).toEqual([expect.stringMatching(/callback_keys\.ck_shop is not random/)]);
});

it('refuses a credential of a test account, but on a stage', () => {
  const configuration = read(fit);
  const { bank_1: mid } = configuration.mids;
  if (!mid) throw new Error('the sound file has this MID');
  const ofTest = { ...configuration, mids: { bank_1: { ...mid, testCredentials: ['secret_key'] } } };
  expect(faultsOf(ofTest)).toEqual([
    'mids.bank_1.credentials.secret_key is of a test account (ALLOW_SANDBOX=1 on a stage)',
  ]);
  expect(faultsOf(ofTest, true)).toEqual([]);
});

it('asks a project that bills in another currency for a least amount', () => {
  const billed = fit.replace('    routes: [{', '    billing_currency: EUR\n    routes: [{');
  const rates = "rates: [{ from: BOB, to: EUR, rate: '0.125', source: bank }]\n";
  expect(faultsOf(read(billed + rates))).toEqual([
    'projects.shop.limits.min is missing, which billing_currency asks for: bills of the smallest amounts are rounded',
  ]);
  expect(
    faultsOf(read(billed.replace('    routes: [{', '    limits: { min: 10 }\n    routes: [{') + rates)),
  ).toEqual([]);
});
