import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSession } from '../../apps/cli/src/command/session.js';
import { certify, isRefuted } from '../../apps/cli/src/certify/certify.js';
import { certifyProvider } from '../../apps/cli/src/certify/certify-provider.js';
import { stripeCredentials } from '../fakes/stripe-orders.js';
import { openTrial, patience, trial } from '../fakes/stripe-stand-in-shop.js';

/**
 * Goal: the trial asks only what Stripe's description allows, and holds where Stripe is as we believe. Method: Stripe World plays
 * payments by card, refunds and disputes, a stand-in of ours the rest; stripe-mock sees each request.
 */
const { account, standIn, unwitnessed } = openTrial();
const forPersons = 6;

describe('the trial of Stripe', () => {
  it('holds, and leaves out only what needs a person', { timeout: patience }, async () => {
    const { assumptions } = await certify(account(), trial);
    expect(assumptions.filter(isRefuted)).toEqual([]);
    const untried = assumptions.filter((one) => 'notTried' in one);
    expect(untried.flatMap(({ exchanges }) => exchanges)).toEqual([]);
    expect(untried).toHaveLength(forPersons);
    const kept = JSON.stringify(assumptions);
    expect(kept).toContain('/v1/payment_intents');
    const [card, clabe] = ['4242424242424242', '002010077777777771'];
    const secrets = [
      stripeCredentials.secret_key,
      '_secret_',
      'Lovelace',
      'example.com',
      card,
      clabe,
      'pay/cs_',
    ];
    for (const secret of secrets) expect(kept).not.toContain(secret);
  });

  it('asks only what its description allows', ({ skip }) => {
    const reason = unwitnessed();
    if (reason !== undefined) return skip(reason);
    expect(standIn().seen.length).toBeGreaterThan(300);
    return expect(standIn().refused).toEqual([]);
  });

  it('holds nowhere else, and says what it believed and what it saw', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'certify-'));
    const file = join(folder, 'stripe.json');
    const lines: string[] = [];
    const environment = { STRIPE_SECRET_KEY: stripeCredentials.secret_key };
    const { session } = createSession('provider', environment, (line) => void lines.push(line));
    const asked = { provider: 'stripe', url: `${standIn().url}/nowhere`, to: file };
    expect(await certifyProvider(session, asked)).toMatchObject({ hasFindings: true });
    expect(lines).toContain(
      '✖ a page has no payment before somebody tries to pay (believed: no payment; saw: not prepared: status 404)',
    );
    // Nothing was made.
    const held = lines.filter((line) => line.startsWith('✔'));
    expect(held).toEqual(['✔ nothing that this has made is left open (0 open)']);
    expect(lines.filter((line) => line.startsWith('–'))).toHaveLength(forPersons);
    expect(`${readFileSync(file, 'utf8')}${lines.join()}`).not.toContain(stripeCredentials.secret_key);
    rmSync(folder, { recursive: true });
  });

  it.each(['sk_live_0123456789abcdef', 'rk_live_0123456789abcdef', 'pk_test_0123456789abcdef', ''])(
    'does not begin with the key "%s"',
    async (key) => {
      const before = standIn().seen.length;
      const { session } = createSession('provider', { STRIPE_SECRET_KEY: key }, () => undefined);
      const asked = { provider: 'stripe', url: standIn().url, to: undefined };
      await expect(certifyProvider(session, asked)).rejects.toThrow(/STRIPE_SECRET_KEY/);
      expect(standIn().seen).toHaveLength(before);
    },
  );

  it.each(['sk_test_0123456789abcdef', 'rk_test_0123456789abcdef'])('takes %s', (key) => {
    expect(trial.credentials['secret_key']?.isOfTest(key)).toBe(true);
  });
});
