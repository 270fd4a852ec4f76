import { describe, expect, it } from 'vitest';
import { createSingleflight } from './singleflight.js';

describe('one call under way for each key', () => {
  it('is shared by all who ask meanwhile, and made anew afterwards', async () => {
    const share = createSingleflight<number>();
    let made = 0;
    const call = () => Promise.resolve((made += 1));
    expect(await Promise.all([share('a', call), share('a', call), share('b', call)])).toEqual([1, 1, 2]);
    expect(await share('a', call)).toBe(3);
  });

  it('fails for all who wait, and not for the next one', async () => {
    const share = createSingleflight<string>();
    const fail = () => Promise.reject(new Error('down'));
    const answers = await Promise.allSettled([share('a', fail), share('a', fail)]);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await share('a', () => Promise.resolve('up'))).toBe('up');
  });
});
