import { describe, expect, it } from 'vitest';
import { echoedNames, echoedOf, readEchoed, writeEchoed } from './echoed.js';
import { sampleTransaction } from './testing/samples.js';

describe('fields that the merchant gets back as sent', () => {
  it('are read from the body by their wire names', () => {
    expect(readEchoed((name) => `text of ${name}`)).toEqual({ description: 'text of description' });
    expect(readEchoed(() => undefined)).toEqual({ description: undefined });
  });

  it('are taken from a transaction without its other fields', () => {
    expect(echoedOf(sampleTransaction({ description: 'Order 1' }))).toEqual({ description: 'Order 1' });
  });

  it('are written by their wire names', () => {
    expect(writeEchoed({ description: 'Order 1' })).toEqual({ description: 'Order 1' });
    expect(Object.keys(writeEchoed({}))).toEqual(echoedNames);
  });
});
