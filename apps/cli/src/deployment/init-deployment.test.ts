import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { keyRingProblem, rootSecretProblem } from '#persistence/secrets/check-secrets';
import { Refusal } from '../command/failures.js';
import { initDeployment } from './init-deployment.js';
import { valuesAskedBy } from './first-settings.js';

let folder: string;
let said: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gateway-deployment-'));
  said = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

const init = (stage: boolean) =>
  initDeployment({ environment: {}, say: (line) => said.push(line) }, { to: folder, stage });
const read = (path: string) => readFileSync(join(folder, path), 'utf8');

describe('initDeployment', () => {
  it('makes every secret that docker-compose.yml demands, and names the settings that it cannot make', async () => {
    await init(false);
    const settings = parseEnv(read('.env')) as Record<string, string>;
    const demanded = readFileSync('docker-compose.yml', 'utf8').matchAll(/(?<!\$)\$\{(\w+):\?/g);
    const names = [...new Set([...demanded].map(([, name = '']) => name))];
    expect(names.filter((name) => settings[name] === undefined)).toEqual([]);
    const empty = names.filter((name) => settings[name] === '');
    expect(empty.toSorted()).toEqual(['API_PUBLIC_URL', 'CHECKOUT_PUBLIC_URL']);
    for (const name of [...empty, 'PAYSTACK_SECRET_KEY']) expect(said.join('\n')).toContain(`${name} in `);
  });

  it('makes keys that production accepts, passwords that fit into a URL, and no secret twice', async () => {
    await init(false);
    const settings = parseEnv(read('.env')) as Record<string, string>;
    expect(rootSecretProblem(settings['GATEWAY_SECRET'] ?? '')).toBeUndefined();
    for (const ring of ['ENCRYPTION', 'FINGERPRINT', 'VAULT']) {
      expect(keyRingProblem(settings[`GATEWAY_${ring}_KEYS`] ?? '')).toBeUndefined();
    }
    const secrets = Object.entries(settings).filter(([name]) => /PASSWORD|SECRET|_KEYS$/.test(name));
    for (const [name, value] of secrets)
      expect(name.endsWith('PASSWORD') ? value : 'a0').toMatch(/^[\da-f]+$/);
    expect(new Set(secrets.map(([, value]) => value)).size).toBe(secrets.length);
  });

  it('keeps secrets from other users, and lets the container read the configuration', async () => {
    await init(false);
    const modeOf = (path: string) => statSync(join(folder, path)).mode & 0o777;
    expect([modeOf('.env'), modeOf('config/production.env')]).toEqual([0o600, 0o600]);
    expect(modeOf('config/production/gateway.yaml') & 0o044).toBe(0o044);
    expect(read('config/production/gateway.yaml')).toBe(readFileSync('config/examples/minimal.yaml', 'utf8'));
  });

  it('makes every value of a stage, and tells the sandbox the callback secret', async () => {
    await init(true);
    const settings = parseEnv(read('.env')) as Record<string, string>;
    const values = parseEnv(read('config/production.env')) as Record<string, string>;
    expect(Object.keys(values).toSorted()).toEqual(['SHOP_CALLBACK_SECRET', 'SHOP_KEY']);
    expect(Object.values(values)).not.toContain('');
    expect(settings).toMatchObject({
      ALLOW_SANDBOX: '1',
      COMPOSE_PROFILES: 'sandbox',
      SANDBOX_CALLBACK_SECRET: values['SHOP_CALLBACK_SECRET'],
    });
    expect(parse(read('config/production/gateway.yaml'))).toHaveProperty('providers.sandbox');
  });

  it('touches nothing where a file exists', async () => {
    await init(false);
    const before = read('.env');
    rmSync(join(folder, 'config'), { recursive: true });
    await expect(init(true)).rejects.toThrow(Refusal);
    expect(read('.env')).toBe(before);
    expect(() => read('config/production.env')).toThrow('ENOENT');
  });
});

describe('valuesAskedBy', () => {
  it('lists variables without a default, once, and none of a comment', () => {
    const text =
      "# ${NOT_ME}\na: '${ONE}' # ${NOR_ME}\nb: ${TWO:-2}\nc: ${ONE}\nd: ${file:/run/x}\ne: '${THREE}'\n";
    expect(valuesAskedBy(text)).toEqual(['ONE', 'THREE']);
  });
});
