import { describe, expect, it } from 'vitest';
import { readEnvironment } from './read-environment.js';

describe('readEnvironment', () => {
  it('gives values, fall-backs for absent and blank ones', () => {
    const settings = readEnvironment({ URL: 'x', BLANK: ' ', PORT: '80' }, (read) => ({
      url: read.text('URL'),
      blank: read.text('BLANK', 'fallback'),
      port: read.port('PORT', 1),
      absent: read.number('ABSENT', 7),
    }));
    expect(settings).toEqual({ url: 'x', blank: 'fallback', port: 80, absent: 7 });
  });

  it('names every variable at fault at once, never a value', () => {
    const read = () =>
      readEnvironment({ PORT: 'secret-value' }, (reader) => ({
        url: reader.text('URL'),
        port: reader.port('PORT', 1),
      }));
    expect(read).toThrow(/URL is not set; PORT must be/);
    expect(read).not.toThrow(/secret-value/);
  });

  const modeOf = (NODE_ENV?: string) =>
    readEnvironment({ NODE_ENV }, (read) => ({ is: read.isProduction() })).is;

  it('takes nothing for production, and only development for development', () => {
    expect([undefined, '', ' ', 'production', ' production ', 'development'].map(modeOf)).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
    ]);
  });

  it.each(['Production', 'prod', 'dev', 'test', 'staging'])('refuses the mode %s', (mode) => {
    expect(() => modeOf(mode)).toThrow(/^Environment: NODE_ENV must be production or development/);
  });

  it('finds faults in production alone, all of them at once, and repeats no value', () => {
    const build = (environment: Record<string, string>) =>
      readEnvironment(environment, (read) => ({
        first: read.strict('FIRST', () => 'is weak'),
        second: read.strict('SECOND', () => 'is weak, too', 'fallback'),
        gone: read.strict('GONE', () => 'is weak'),
        flag: read.flag('FLAG'),
      }));
    expect(() => build({ FIRST: 'secret-value', FLAG: 'yes' })).toThrow(
      'Environment: FIRST is weak; SECOND is weak, too; GONE is not set; FLAG must be 1 or 0. See .env.example.',
    );
    expect(() => build({ FIRST: 'secret-value' })).not.toThrow(/secret-value/);
    const development = { NODE_ENV: 'development', FIRST: 'secret-value', GONE: 'x', FLAG: '1' };
    expect(build(development)).toMatchObject({ first: 'secret-value', second: 'fallback', flag: true });
  });
});

describe('addresses', () => {
  const read = (value: string | undefined) =>
    readEnvironment({ SERVERS: value }, (reader) => ({ servers: reader.addresses('SERVERS') })).servers;

  it.each([
    [undefined, []],
    ['', []],
    ['192.0.2.1', ['192.0.2.1']],
    ['192.0.2.1:5353, ::1 ,[2001:db8::1]:53,', ['192.0.2.1:5353', '::1', '[2001:db8::1]:53']],
  ])('%j are %j', (value, expected) => expect(read(value)).toEqual(expected));

  it.each([
    'localhost',
    '192.0.2.1:0',
    '192.0.2.1:65536',
    '192.0.2',
    '[192.0.2.1]:53',
    '192.0.2.1 192.0.2.2',
    '::1]:53',
  ])('%j are none', (value) => expect(() => read(value)).toThrow('SERVERS must be addresses'));
});
