import { expect, it } from 'vitest';
import { readSettings } from './settings.js';

it.each([undefined, '', 'production'])('has no callback secret of its own with NODE_ENV %j', (mode) => {
  expect(() => readSettings({ NODE_ENV: mode })).toThrow('SANDBOX_CALLBACK_SECRET is not set.');
  expect(readSettings({ NODE_ENV: mode, SANDBOX_CALLBACK_SECRET: 'given' }).callbackSecret).toBe('given');
});

it('has the published one in development', () => {
  expect(readSettings({ NODE_ENV: 'development' }).callbackSecret).toMatch(/^whsec_/);
});

it.each(['prod', 'test', 'Development'])('refuses the mode %s', (mode) => {
  expect(() => readSettings({ NODE_ENV: mode, SANDBOX_CALLBACK_SECRET: 'given' })).toThrow(
    /^NODE_ENV must be/,
  );
});
