import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TemporalReach } from './temporal-reach.js';

const probeEveryMs = 1_000;
let reach: TemporalReach;
/** Of the probes, in their order; the last one is repeated. */
let answers: boolean[];
let probes: number;

beforeEach(() => {
  vi.useFakeTimers();
  probes = 0;
});
afterEach(async () => {
  await reach.stop();
  vi.useRealTimers();
});

async function open(...given: readonly boolean[]): Promise<void> {
  answers = [...given];
  const getSystemInfo = () => {
    probes += 1;
    const isAnswered = answers.length > 1 ? answers.shift() : answers[0];
    return isAnswered ? Promise.resolve({} as never) : Promise.reject(new Error('DEADLINE_EXCEEDED'));
  };
  reach = new TemporalReach({
    withDeadline: (_deadline, ask) => ask(),
    workflowService: { getSystemInfo: getSystemInfo as never },
  });
  await vi.advanceTimersByTimeAsync(0);
}

describe('Temporal is reachable', () => {
  it('not before its first answer, which is asked for again and again', async () => {
    await open(false, false, false, true);
    expect(reach.isReachable()).toBe(false);
    await vi.advanceTimersByTimeAsync(2 * probeEveryMs);
    expect(reach.isReachable()).toBe(true);
  });

  it('still after one answer that came too late', async () => {
    await open(true, false, true);
    await vi.advanceTimersByTimeAsync(probeEveryMs);
    expect(probes).toBe(3);
    expect(reach.isReachable()).toBe(true);
    answers = [false, true];
    await vi.advanceTimersByTimeAsync(probeEveryMs);
    expect(probes).toBe(5);
    expect(reach.isReachable()).toBe(true);
  });

  it('no longer after two, the second asked for at once, until the next answer', async () => {
    await open(true, false, false, true);
    await vi.advanceTimersByTimeAsync(probeEveryMs);
    expect(probes).toBe(3);
    expect(reach.isReachable()).toBe(false);
    await vi.advanceTimersByTimeAsync(probeEveryMs);
    expect(reach.isReachable()).toBe(true);
  });
});
