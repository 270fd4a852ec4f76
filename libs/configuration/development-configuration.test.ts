import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Configuration } from '#domain/configuration/configuration';
import { shopLinks } from '#domain/configuration/page-look';
import { catalogue } from '#domain/methods/catalogue';
import { fieldsRequiredBy } from '#domain/routing/route-request';
import { chooseRoute } from '#domain/routing/choose-route';
import { connectorTerms } from '#gateway/connectors/registry';
import { configurationDigest } from './compare-configurations.js';
import { describeMistake } from './mistake.js';
import { readConfiguration } from './read-configuration.js';
import { findProductionFaults } from '#persistence/configuration/refuse-in-production';

const text = readFileSync(new URL('../../config/gateway.yaml', import.meta.url), 'utf8');
const methods = [...new Set(catalogue.map((row) => row.code))];
const configuration = read(text);

function read(source: string, environment: Record<string, string> = {}): Configuration {
  const reading = readConfiguration(source, {
    environment,
    methods,
    connectors: connectorTerms,
    hashBlocked: (kind, value) => `${kind}-of-${value.length}-characters`,
  });
  if (reading.kind === 'refused') throw new Error(reading.mistakes.map(describeMistake).join('\n'));
  return reading.configuration;
}

/** With keys of one's own in the place of the published ones. */
function withOwnKeys(): Configuration {
  return read(
    text
      .replaceAll('AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=', randomBytes(32).toString('base64'))
      .replaceAll('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', `whsec_${randomBytes(24).toString('base64')}`),
  );
}

const keyNames = [
  'both_down',
  'busy',
  'card_only',
  'cascade',
  'cascade_soft',
  'challenge_none',
  'challenge_twice',
  'challenge_unsupported',
  'counted',
  'counted_b',
  'demo',
  'demo_b',
  'fx',
  'guard',
  'limits',
  'merchant_off',
  'meta',
  'mid_broken',
  'mid_off',
  'no_route',
  'payin_only',
  'poor',
  'project_off',
  'provider_off',
  'refund_few',
  'refund_funds',
  'refund_held',
  'refund_late',
  'refund_limits',
  'refund_list',
  'refund_none',
  'refund_window',
  'reports',
  'reports_utc',
  'retry',
  'strict',
  'window',
];

describe('config/gateway.yaml (contract §12)', () => {
  const codes = Object.keys(configuration.projects);

  it('has every key of the table, each with the golden key', () => {
    const keys = Object.values(configuration.projects).flatMap((project) => project.keys);
    expect(keys.map(({ id }) => id).toSorted()).toEqual(keyNames.map((name) => `mk_test_${name}`));
    expect(new Set(keys.map(({ secret }) => secret))).toEqual(
      new Set(['AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=']),
    );
  });

  it('gives `demo`, `counted` and `reports` two projects and every other project a merchant of its own', () => {
    const shared = codes.filter((code) => configuration.projects[code]?.merchant !== code);
    expect(shared).toEqual(['demo_b', 'counted_b', 'reports_utc']);
    expect(shared.map((code) => configuration.projects[code]?.merchant)).toEqual([
      'demo',
      'counted',
      'reports',
    ]);
  });

  it('gives every project but `strict` all four default URLs', () => {
    const without = codes.filter(
      (code) => Object.keys(configuration.projects[code]?.defaults ?? {}).length < 4,
    );
    expect(without).toEqual(['strict']);
    expect(configuration.projects['strict']?.defaults).toEqual({});
  });

  it('requires conditional fields in `strict` only', () => {
    const requiring = codes.filter((code) => {
      const choice = chooseRoute(configuration, code, { type: 'payment', method: 'ideal', currency: 'EUR' });
      return (
        choice.kind === 'chosen' && fieldsRequiredBy(configuration, choice.candidates[0], 'ideal').length > 0
      );
    });
    expect(requiring).toEqual(['strict']);
  });

  it('makes every window of `window` 20 s', () => {
    const windows = configuration.projects['window']?.timing.windowMs ?? {};
    expect(Object.keys(windows)).toEqual(expect.arrayContaining([...methods, 'hosted_page']));
    expect(new Set(Object.values(windows))).toEqual(new Set([20_000]));
  });

  it('has a project for each term of refunds (contract §15.9)', () => {
    const { projects, providers, mids, merchants, routes } = configuration;
    const refundsOf = (name: string) => projects[`refund_${name}`]?.refunds;
    const providerOf = (project: string) => {
      const [route] = routes.filter((one) => one.project === project);
      return providers[mids[route?.mid ?? '']?.provider ?? ''];
    };
    expect(providerOf('demo')?.types).toContain('refund');
    expect(providerOf('demo')?.refundTerms?.['mbway']?.parts).toBe('one');
    expect(providerOf('refund_none')?.types).toEqual(['payment', 'payout']);
    expect(refundsOf('window')?.withinMs).toBe(10_000);
    expect(projects['refund_late']?.timing.lateRefundLookupsMs).toEqual([5_000, 15_000]);
    expect(refundsOf('held')?.approvalAbove).toEqual({ EUR: '100' });
    expect(projects['refund_held']?.timing.refundApprovalMs).toBe(20_000);
    const { day } = projects['refund_limits']?.countedLimits ?? {};
    expect(day?.refund).toEqual({ amounts: { all: '100' }, count: 3 });
    expect([day?.payment, day?.payout]).toEqual([{ amounts: {} }, { amounts: {} }]);
    expect(refundsOf('few')?.maxPerPayment).toBe(2);
    expect(refundsOf('funds')?.from).toBe('available');
    expect(merchants['refund_funds']?.openingBalances).toEqual({ EUR: '100' });
    expect(mids['refund_list']?.credentials?.['account']).toBe('acct_demo_list');
  });

  it('gives each MID that has statements an account of its own: its closing is what that MID holds', () => {
    const mids = Object.entries(configuration.mids);
    const accountOf = (name: string) => configuration.mids[name]?.credentials?.['account'];
    const told = mids.filter(([, { statement }]) => statement !== undefined).map(([name]) => name);
    expect(told).toContain('main');
    for (const name of told)
      expect(mids.filter(([other]) => accountOf(other) === accountOf(name)).map(([other]) => other)).toEqual([
        name,
      ]);
  });

  it('first looks up after at most 5 s', () => {
    expect(configuration.timing.lookupMs[0]).toBeLessThanOrEqual(5000);
  });

  it('ends a payment that the provider does not know within 150 s after the 504', () => {
    const { providerCallMs, responseDeadlineMs, lookupMs, notFoundAnswersMin } = configuration.timing;
    const settleMs = configuration.providers['sandbox']?.settleMs ?? 0;
    expect(settleMs).toBe(60_000);
    const instants = lookupMs.map((_, index) =>
      lookupMs.slice(0, index + 1).reduce((sum, wait) => sum + wait, providerCallMs),
    );
    const counting = instants.filter((instant) => instant >= providerCallMs + settleMs);
    const last = counting[notFoundAnswersMin - 1] ?? Number.POSITIVE_INFINITY;
    // Each look-up takes time too: a third of the time is left for that.
    expect(last - responseDeadlineMs).toBeLessThanOrEqual(100_000);
  });

  it('is plain JSON, the same after a round trip', () => {
    expect(JSON.parse(JSON.stringify(configuration))).toEqual(configuration);
  });

  it('has the same digest however it is written, and another one in another environment', () => {
    expect(configurationDigest(read(`# a comment\n${text}`))).toBe(configurationDigest(configuration));
    const elsewhere = read(text, { SANDBOX_URL: 'http://localhost:4002' });
    expect(elsewhere.providers['sandbox']?.baseUrl).toBe('http://localhost:4002');
    expect(configurationDigest(elsewhere)).not.toBe(configurationDigest(configuration));
  });

  it('keeps blocked customers and cards as hashes only', () => {
    expect(JSON.stringify(configuration)).not.toMatch(/\d{12,}|blocked-/);
    expect(configuration.blocklist.customers).toHaveLength(5);
    expect(configuration.blocklist.cards).toHaveLength(5);
  });

  it('tries no customer out but those of `guard`', () => {
    expect(codes.filter((code) => configuration.projects[code]?.risk)).toEqual(['guard']);
  });

  it('is refused in production for its golden keys and for the sandbox, which are all named', () => {
    const faults = findProductionFaults(configuration, { allowsSandbox: false });
    expect(faults).toContain('projects.demo.keys.mk_test_demo is a published development key');
    expect(faults).toContain('projects.demo.callback_keys.ck_test is a published development key');
    expect(faults).toContain('providers.sandbox.connector is the sandbox (ALLOW_SANDBOX=1 on a stage)');
    expect(faults).toContain('providers.sandbox.base_url must be an https address');
    expect(faults).toContain('mids.main.credentials.secret is a published secret of the sandbox');
  });

  it('is taken by a stage of production that says so, with keys of its own', () => {
    const faults = findProductionFaults(withOwnKeys(), { allowsSandbox: true });
    expect(faults).toEqual([]);
    const left = findProductionFaults(withOwnKeys(), { allowsSandbox: false });
    // One key signs for all of them, which is for a stage.
    const ofKeys = left.filter((fault) => fault.includes('.keys.'));
    expect(ofKeys.filter((fault) => !fault.endsWith('has the secret of another merchant as well'))).toEqual(
      [],
    );
    expect(left).not.toEqual([]);
  });

  it('lets the page of retry take two further cards, and no other', () => {
    const allowing = Object.entries(configuration.projects).filter(([, project]) => project.pageRetries);
    expect(allowing.map(([name, { pageRetries }]) => [name, pageRetries])).toEqual([['retry', 2]]);
    expect(read(text.replace('retries: 2', 'retries: 0')).projects['retry']).not.toHaveProperty(
      'pageRetries',
    );
    for (const written of ['6', '-1', '1.5', 'yes'])
      expect(() => read(text.replace('retries: 2', `retries: ${written}`))).toThrow(
        'projects.retry.page.retries',
      );
  });

  it('gives the pages of demo a colour and a logo, and reports an unreadable logo with its place', () => {
    const base64 = readFileSync('config/logos/demo.png', 'base64');
    const links = Object.fromEntries(shopLinks.map((link) => [link, `https://shop.example/${link}`]));
    const cards = ['visa', 'mastercard', 'amex'];
    const page = { color: '#5b3df5', logo: { mediaType: 'image/png', base64 }, links, cards };
    expect(configuration.projects['demo']?.page).toEqual(page);
    expect(configuration.projects['demo_b']).not.toHaveProperty('page');
    const broken = text.replace('config/logos/demo.png', 'config/logos/none.png');
    expect(() => read(text.replace('https://shop.example/terms', 'http://shop.example/terms'))).toThrow(
      'projects.demo.page.links.terms: must be an https URL',
    );
    expect(() => read(text.replace('[visa, mastercard, amex]', '[visa, master]'))).toThrow(
      'projects.demo.page.cards',
    );
    expect(() => read(text.replace('#5b3df5', 'red'))).toThrow('projects.demo.page.color: must be a colour');
    expect(() => read(broken)).toThrow(
      /^line \d+, column \d+: projects\.demo\.page\.logo: this file cannot be read$/,
    );
  });

  it("takes the owners' files of marks, by card brand or method", () => {
    const withMarks = (marks: string) => read(text.replace("color: '#5b3df5'", `$&\n      marks: ${marks}`));
    const picture = { mediaType: 'image/png', base64: readFileSync('config/logos/demo.png', 'base64') };
    const { marks } =
      withMarks('{ visa: config/logos/demo.png, pix: config/logos/demo.png }').projects['demo']?.page ?? {};
    expect(marks).toEqual({ visa: picture, pix: picture });
    expect(() => withMarks('{ vista: config/logos/demo.png }')).toThrow(
      'vista: there is no such card brand or method',
    );
    expect(() => withMarks('{ pix: config/logos/none.png }')).toThrow(
      /projects\.demo\.page\.marks\.pix: this file cannot be read$/,
    );
  });
});
