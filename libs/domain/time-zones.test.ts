import { describe, expect, it } from 'vitest';
import { catalogue } from './methods/catalogue.js';
import type { Method } from './methods/method.js';
import { timeZoneOf } from './calendar.js';

describe('timeZoneOf', () => {
  const rows: readonly Method[] = catalogue;
  const countries = new Set(rows.flatMap(({ country }) => country ?? []));

  it.each([...countries])('knows the zone of %s', (country) => {
    const zone = timeZoneOf(country);
    expect(zone).toContain('/');
    expect(new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone).toBe(zone);
  });

  it('is UTC where no country is known', () => {
    expect([timeZoneOf(undefined), timeZoneOf('ZZ')]).toEqual(['UTC', 'UTC']);
  });
});
