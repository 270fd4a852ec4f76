import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untilLine } from '../witnesses/log-file.js';
import { createMerchant } from '../fakes/merchant.js';
import { startTestStack, withoutCheckout, type TestStack } from '../stack/start-test-stack.js';

/** Goal: a merchant sees the banks of its route while the provider is frozen or gone. Method: a stack of its own. */
const listOf = (country: string, apiUrl: string) =>
  createMerchant(apiUrl).get(`/v2/bank/africa?country_code=${country}`);
/** Longer than `timing.bank_list_age` of a test stack. */
const pastAgeMs = 1_200;

describe('while the provider is down', () => {
  let running: TestStack;

  beforeAll(async () => {
    running = await startTestStack({ apps: withoutCheckout });
  });
  afterAll(() => running.stop());

  it('the last list is served whatever its age, also by an api that has just started', async () => {
    const { apps, urls } = running.stack;
    const { body } = await listOf('NG', urls.api);
    expect(body).toContainEqual({ name: 'Guaranty Trust Bank', code: '058', country: 'NG' });
    await sleep(pastAgeMs);

    apps.sandbox.pause();
    expect(await listOf('NG', urls.api)).toMatchObject({ status: 200, body });
    const line = await untilLine(apps.api.logFile, { msg: 'provider returned no bank list', country: 'NG' });
    expect(line).toMatchObject({ level: 40, provider: 'sandbox' });
    await apps.sandbox.kill();
    expect(await listOf('NG', urls.api)).toMatchObject({ status: 200, body });
    await apps.api.restart();
    expect(await listOf('NG', urls.api)).toMatchObject({ status: 200, body });
    expect(await listOf('GH', urls.api)).toMatchObject({ status: 503 });

    await apps.sandbox.start();
    expect(await listOf('GH', urls.api)).toMatchObject({ status: 200 });
  });
});
