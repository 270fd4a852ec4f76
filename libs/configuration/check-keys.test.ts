import { describe, expect, it } from 'vitest';
import { checkCredentials } from './check-keys.js';
import { soundParts } from './sound-parts.js';

const whole = {
  key_id: 'mk_1',
  secret: Buffer.alloc(32, 1).toString('base64'),
  callback_key_id: 'ck_1',
  callback_secret: `whsec_${Buffer.alloc(24, 2).toString('base64')}`,
};

function mistakesOf(credentials: object | undefined, connector = 'v2') {
  const data = {
    providers: { upstream: { connector } },
    mids: { one: { provider: 'upstream', credentials } },
  };
  return checkCredentials(soundParts(data, []));
}

describe('the credentials of a MID', () => {
  it('are whole for connector v2, or absent', () => {
    expect(mistakesOf(whole)).toEqual([]);
    expect(mistakesOf(undefined)).toEqual([]);
  });

  it('each missing or malformed one is told by its place, never by its value', () => {
    const { callback_key_id: _left, ...others } = whole;
    expect(mistakesOf({ ...others, secret: 'short', callback_secret: whole.secret })).toEqual([
      { at: ['mids', 'one', 'credentials', 'secret'], message: 'must be base64 of 32 bytes' },
      { at: ['mids', 'one', 'credentials'], message: 'callback_key_id is missing' },
      {
        at: ['mids', 'one', 'credentials', 'callback_secret'],
        message: 'must be whsec_ and base64 of 24 to 64 bytes',
      },
    ]);
  });

  it('of another connector are its own affair', () => {
    expect(mistakesOf({ anything: 'goes' }, 'sandbox')).toEqual([]);
  });

  it('a provider may have its connector from the defaults', () => {
    const data = {
      provider_defaults: { connector: 'v2' },
      providers: { upstream: {} },
      mids: { one: { provider: 'upstream', credentials: {} } },
    };
    expect(checkCredentials(soundParts(data, []))).toHaveLength(4);
  });
});
