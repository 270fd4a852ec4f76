import { describe, expect, it } from 'vitest';
import { expectError } from '../witnesses/expect-error.js';
import { createMerchant, type Answer } from '../fakes/merchant.js';
import { choicePayout, confirmations, knownBank, payouts, type PayoutBody } from '../fakes/payout-bodies.js';
import { sharedStack } from '../stack/stack.js';

/** Goal: a project has never more payouts in flight than it may have, however many come at the same time (contract §12). */
const { urls } = sharedStack;

describe('payouts in flight', () => {
  const busy = createMerchant(urls.api, 'mk_test_busy');
  const full = { status: 503, code: 1, reason: 'Flow cache limit exceeded' };
  const expectFull = (answer: Answer, { reference }: PayoutBody) => {
    expectError(answer, { ...full, description: 'Too many payouts in flight', reference });
    expect(answer.headers['retry-after']).toBe('5');
  };

  it('of twenty at once exactly five are taken; one that ends makes room for one', async () => {
    const bodies = Array.from({ length: 20 }, () => choicePayout({ sandbox: 'success' }));
    const answers = await Promise.all(bodies.map((body) => busy.post(payouts, body)));
    const sent = bodies.flatMap((body, index) => {
      const answer = answers[index];
      return answer ? [{ body, answer }] : [];
    });
    const taken = sent.filter(({ answer }) => answer.status === 200);
    expect(taken).toHaveLength(5);
    for (const { body, answer } of sent) if (answer.status !== 200) expectFull(answer, body);

    const [first, ...others] = taken;
    if (!first) throw new Error('none was taken');
    const { reference } = first.body;
    const { identifier, request_id: requestId } = first.answer.body;
    expectError(await busy.post(payouts, first.body), {
      status: 400,
      code: 108,
      reason: 'Duplicated reference',
      reference,
      identifier: String(identifier),
      requestId: String(requestId),
    });
    const end = async ({ reference: chosen }: PayoutBody) => {
      expect(await busy.post(confirmations, { reference: chosen, bank_code: knownBank })).toMatchObject({
        status: 200,
      });
      expect(await busy.untilFinal(chosen, 'payout')).toMatchObject({ status: 'success' });
    };
    await end(first.body);
    const next = choicePayout({ sandbox: 'success' });
    expect(await busy.post(payouts, next)).toMatchObject({ status: 200, body: { error_code: 0 } });
    const refused = choicePayout();
    expectFull(await busy.post(payouts, refused), refused);
    await Promise.all([next, ...others.map(({ body }) => body)].map(end));
  });
});
