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
});
