import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/paths.js';
import { configurationEnvironment, stackEnvironment } from '../../scripts/stack/environment.js';
import { choosePorts } from '../../scripts/stack/ports.js';

const secrets = {} as Parameters<typeof stackEnvironment>[0]['secrets'];

describe('the environment in which a command reads the configuration', () => {
  it.each([{}, { PORT_OFFSET: '100' }, { SANDBOX_PORT: '4002' }])(
    'is that of the stack beside which it runs: %j',
    (environment) => {
      const stack = stackEnvironment({
        environment,
        ports: choosePorts(environment),
        dataDirectory: '/data',
        configFile: '',
        secrets,
        temporal: { address: '', namespace: '', isOurs: true },
      });
      expect(configurationEnvironment(environment)['SANDBOX_URL']).toBe(stack['SANDBOX_URL']);
    },
  );

  it('is the one that somebody gives, for a stack elsewhere', () => {
    const environment = { SANDBOX_URL: 'https://sandbox.example', PORT_OFFSET: '100' };
    expect(configurationEnvironment(environment)).toMatchObject({ SANDBOX_URL: 'https://sandbox.example' });
  });

  it('names the file from the repository on', () => {
    expect(configurationEnvironment({})['GATEWAY_CONFIG']).toBe(join(root, 'config/gateway.yaml'));
    expect(configurationEnvironment({ GATEWAY_CONFIG: '/etc/g.yaml' })['GATEWAY_CONFIG']).toBe('/etc/g.yaml');
  });
});
