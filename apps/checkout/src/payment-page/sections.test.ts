import { describe, expect, it } from 'vitest';
import { languages } from '../languages/languages.js';
import { describeMethod } from './sections.js';

describe('describeMethod', () => {
  it('has a name for every code: the words of the language, else the code in plain letters', () => {
    expect(describeMethod('card', languages['pt-BR'])).toBe('Cartão');
    expect(describeMethod('wallet_new', languages.es)).toBe('Wallet New');
  });
});
