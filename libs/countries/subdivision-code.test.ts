import { describe, expect, it } from 'vitest';
import { subdivisionCode } from './subdivision-code.js';

describe('state codes', () => {
  it.each([
    ['SP', 'BR', 'BR-SP'],
    ['BR-SP', 'BR', 'BR-SP'],
    ['11', 'PT', 'PT-11'],
    ['33', 'KZ', 'KZ-33'],
    ['ENG', 'GB', 'GB-ENG'],
    ['BE', 'DE', 'DE-BE'],
  ])('%s in %s is %s', (sent, country, code) => {
    expect(subdivisionCode(sent, country)).toBe(code);
  });

  it.each([
    ['XX', 'BR'],
    ['US-CA', 'BR'],
    ['BR-SP', 'US'],
    ['SP', undefined],
    ['1', 'PT'],
  ])('%s in %s is none, and stays as sent', (sent, country) => {
    expect(subdivisionCode(sent, country)).toBe(sent);
  });
});
