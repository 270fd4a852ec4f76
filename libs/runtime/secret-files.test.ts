import { describe, expect, it } from 'vitest';
import { readEnvironment } from './read-environment.js';
import { readTemporalConnection } from './temporal-connection.js';
import { ownFolder } from './testing/own-folder.js';

const file = ownFolder();

describe('a secret in a file', () => {
  it.each([
    'GATEWAY_SECRET',
    'GATEWAY_ENCRYPTION_KEYS',
    'DATABASE_URL',
    'API_DATABASE_PASSWORD',
    'MERCHANT_SECRET',
  ])('is the value of %s, without the line break at its end', (name) => {
    const environment = { [`${name}_FILE`]: file('one', 'the value\n') };
    expect(readEnvironment(environment, (read) => ({ value: read.text(name) }))).toEqual({
      value: 'the value',
    });
  });

  it("is the value of Temporal's key", () => {
    const { options } = readTemporalConnection({ TEMPORAL_API_KEY_FILE: file('key', 'a.b.c\n') }, false);
    expect(options.apiKey).toBe('a.b.c');
  });

  it('is refused beside the same secret given itself, and where it is not to be read', () => {
    const path = file('two', 'hidden');
    const environment = {
      GATEWAY_SECRET: 'hidden as well',
      GATEWAY_SECRET_FILE: path,
      DATABASE_URL_FILE: '/nowhere/none',
      GATEWAY_ENCRYPTION_KEYS_FILE: file('empty', '\n'),
    };
    const read = () =>
      readEnvironment(environment, (reader) => ({
        secret: reader.text('GATEWAY_SECRET'),
        url: reader.text('DATABASE_URL', 'fallback'),
        keys: reader.text('GATEWAY_ENCRYPTION_KEYS'),
      }));
    expect(read).toThrow(/GATEWAY_SECRET and GATEWAY_SECRET_FILE are both set/);
    expect(read).toThrow(/DATABASE_URL_FILE names a file that is missing or empty/);
    expect(read).toThrow(/GATEWAY_ENCRYPTION_KEYS_FILE names a file that is missing or empty/);
    expect(read).not.toThrow(/hidden|none/);
    expect(() =>
      readTemporalConnection({ TEMPORAL_API_KEY: 'x', TEMPORAL_API_KEY_FILE: path }, false),
    ).toThrow(/both set/);
  });

  it('is looked for under the names of secrets only', () => {
    const environment = { GATEWAY_CONFIG_FILE: file('three', 'not read') };
    const settings = readEnvironment(environment, (read) => ({ config: read.text('GATEWAY_CONFIG', 'own') }));
    expect(settings).toEqual({ config: 'own' });
  });
});
