import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gatewaySecrets, withOwnSecrets } from '../../scripts/stack/secrets.js';

const all = ['GATEWAY_SECRET', 'GATEWAY_ENCRYPTION_KEYS', 'GATEWAY_FINGERPRINT_KEYS', 'GATEWAY_VAULT_KEYS'];
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'gateway-secrets-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

describe('the secrets of a stack', () => {
  it('are made once, all different, and kept', () => {
    const made = gatewaySecrets(directory, {});
    expect(Object.keys(made)).toEqual(all);
    expect(new Set(Object.values(made)).size).toBe(all.length);
    expect(gatewaySecrets(directory, {})).toEqual(made);
    expect(gatewaySecrets(directory, { GATEWAY_VAULT_KEYS: 'k1:given' })).toEqual({
      ...made,
      GATEWAY_VAULT_KEYS: 'k1:given',
    });
  });

  it.each(all)('are never made up in production: %s', (missing) => {
    const given = Object.fromEntries(all.filter((name) => name !== missing).map((name) => [name, 'given']));
    expect(() => gatewaySecrets(directory, { ...given, NODE_ENV: 'production' })).toThrow(missing);
  });

  it.each([
    ['worker', all],
    ['api', all.slice(0, 3)],
    ['checkout', all.slice(0, 1)],
    ['staff', []],
    ['sandbox', []],
  ] as const)('%s gets what it needs, and no other', (name, own) => {
    const environment = { ...gatewaySecrets(directory, {}), LOG_LEVEL: 'info' };
    expect(Object.keys(withOwnSecrets(name, environment)).toSorted()).toEqual(
      [...own, 'LOG_LEVEL'].toSorted(),
    );
  });
});
