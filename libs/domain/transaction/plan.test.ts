import { describe, expect, it } from 'vitest';
import {
  sampleConfiguration,
  sampleProject,
  sampleProvider,
  sampleTiming as timing,
} from '../configuration/testing/samples.js';
import { planTransaction, sendWithinMs, windowOf } from './plan.js';

const project = sampleProject();
const configuration = sampleConfiguration({
  providers: { quick: sampleProvider({ settleMs: 1_000 }), slow: sampleProvider({ settleMs: 9_000 }) },
});
const routeTo = (name: string) => ({ route: name, mid: name, provider: name });

describe('the plan of a transaction', () => {
  const routes = [routeTo('quick'), routeTo('slow')];
  const card = { code: 'card' };

  it('keeps its routes and the timings of its project', () => {
    expect(planTransaction(configuration, project, 'payout', card, routes)).toStrictEqual({
      routes,
      timing: {
        providerCallMs: 2,
        lookupCallMs: 3,
        lookupMs: [4],
        notFoundAnswersMin: 6,
        unknownReviewMs: 7,
        settleMs: 9_000,
        submitMaxAgeMs: 11,
        windowMs: 12,
        hostedPageMs: 14,
        lateLookupsMs: [8],
        lateSuccessLookupsMs: [9],
        callbackAttemptMs: 15,
        callbackRetriesMs: [16],
      },
    });
  });

  it('waits as long as its slowest provider needs to settle', () => {
    const settleMs = (...names: readonly string[]) =>
      planTransaction(configuration, project, 'payment', card, names.map(routeTo)).timing.settleMs;
    expect(settleMs('slow', 'quick')).toBe(9_000);
    expect(settleMs('quick')).toBe(1_000);
    expect(settleMs('unconfigured')).toBe(0);
  });

  it('keeps the limits in which the transaction counts', () => {
    const limits = [{ scope: 'project', subject: 'shop', per: 'day', count: 3 }] as const;
    const plan = planTransaction(configuration, project, 'payment', card, routes, limits);
    expect(plan.limits).toEqual(limits);
  });

  it('has no time for a hosted page if none is configured', () => {
    const without = { ...project, timing: { ...timing, windowMs: {} } };
    expect(planTransaction(configuration, without, 'payment', card, routes).timing.hostedPageMs).toBe(0);
  });
});

describe('the time to pay', () => {
  it('is the one of the method, then of the catalogue, then the default of the project', () => {
    expect(windowOf(timing, { code: 'card', windowMs: 30 })).toBe(12);
    expect(windowOf(timing, { code: 'pix', windowMs: 30 })).toBe(30);
    expect(windowOf(timing, { code: 'pix' })).toBe(13);
    expect(windowOf({ ...timing, windowMs: {} }, { code: 'pix' })).toBe(0);
  });
});

describe('the time in which an attempt may be sent', () => {
  it('is that of one call, and at most half of the settle time', () => {
    expect(sendWithinMs({ providerCallMs: 10_000, settleMs: 60_000 })).toBe(10_000);
    expect(sendWithinMs({ providerCallMs: 10_000, settleMs: 15_000 })).toBe(7_500);
  });
});
