import { createSocket } from 'node:dgram';
import { getServers, setServers } from 'node:dns';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Connection } from '@temporalio/client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readTemporalConnection } from './temporal-connection.js';
import { ownFolder } from './testing/own-folder.js';

const key = 'very-secret-key';
const file = ownFolder();

function refusalOf(environment: Record<string, string>, isProduction = false): string {
  try {
    readTemporalConnection(environment, isProduction);
  } catch (error) {
    return String(error);
  }
  return 'accepted';
}

describe('readTemporalConnection', () => {
  it('means the server of this machine, in the clear, when nothing is set', () => {
    expect(readTemporalConnection({ TEMPORAL_API_KEY: ' ', TEMPORAL_TLS: '' }, true)).toEqual({
      namespace: 'default',
      options: {
        address: '127.0.0.1:7233',
        channelArgs: { 'grpc.service_config_disable_resolution': 1, 'grpc.max_reconnect_backoff_ms': 2_000 },
      },
    });
  });

  it('leads to a server without a question to the name server beyond its address', async () => {
    const questions: string[] = [];
    const silent = createSocket('udp4').on('message', (question) =>
      questions.push(question.toString('latin1')),
    );
    silent.bind(0, '127.0.0.1');
    await once(silent, 'listening');
    const before = getServers();
    setServers([`127.0.0.1:${silent.address().port}`]);
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    onTestFinished(() => {
      setServers(before);
      silent.close();
      server.close();
    });
    const { options } = readTemporalConnection({ TEMPORAL_ADDRESS: `localhost:${port}` }, true);
    const connection = Connection.lazy({ ...options, connectTimeout: '1 second' });
    onTestFinished(() => connection.close());
    const reached = once(server, 'connection');
    // The server accepts connections and says nothing: the client arrives there, and waits in vain.
    await Promise.all([reached, expect(connection.ensureConnected()).rejects.toThrow()]);
    expect(questions).toEqual([]);
  });

  it('is tried again as often when the server has been gone for long', async () => {
    const attempts: number[] = [];
    const gone = createServer((socket) => {
      attempts.push(performance.now());
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const { port } = gone.address() as AddressInfo;
    const { options } = readTemporalConnection({ TEMPORAL_ADDRESS: `127.0.0.1:${port}` }, true);
    const connection = Connection.lazy({ ...options, connectTimeout: '1 minute' });
    // Waits without a call: the next retry of one, on a connection that is closed, would throw outside any test.
    void connection.ensureConnected().catch(() => undefined);
    onTestFinished(async () => {
      await connection.close();
      gone.close();
    });
    await vi.waitUntil(() => attempts.length > 6, { timeout: 50_000 });
    const gaps = attempts.slice(1).map((at, index) => at - (attempts[index] ?? 0));
    // Waits that go on growing are more than four times as long by then.
    expect((gaps[5] ?? 0) / (gaps[1] ?? 0)).toBeLessThan(3);
  }, 60_000);

  it('takes client certificate, key, authority and name of the server', () => {
    const { namespace, options } = readTemporalConnection(
      {
        TEMPORAL_ADDRESS: 'temporal:7233',
        TEMPORAL_NAMESPACE: 'money',
        TEMPORAL_TLS_CLIENT_CERT_PATH: file('cert', 'certificate'),
        TEMPORAL_TLS_CLIENT_KEY_PATH: file('key', 'private'),
        TEMPORAL_TLS_SERVER_CA_CERT_DATA: 'authority',
        TEMPORAL_TLS_SERVER_NAME: 'frontend',
      },
      true,
    );
    const bytes = (text: string) => new TextEncoder().encode(text);
    expect({ namespace, address: options.address }).toEqual({ namespace: 'money', address: 'temporal:7233' });
    expect(options.tls).toEqual({
      serverNameOverride: 'frontend',
      serverRootCACertificate: bytes('authority'),
      clientCertPair: { crt: bytes('certificate'), key: bytes('private') },
    });
  });

  it("sends an API key over TLS, as Temporal Cloud's addresses want it", () => {
    const { options } = readTemporalConnection(
      { TEMPORAL_ADDRESS: 'eu-west-1.aws.api.temporal.io:7233', TEMPORAL_API_KEY: key },
      true,
    );
    expect(options).toMatchObject({ apiKey: key, tls: true });
  });

  it('reads a profile of a configuration file, but only of one that is named', () => {
    const path = file('temporal.toml', '[profile.live]\naddress = "one:7233"\n[profile.live.tls]\n');
    const live = { TEMPORAL_CONFIG_FILE: path, TEMPORAL_PROFILE: 'live' };
    expect(readTemporalConnection(live, true).options.address).toBe('one:7233');
    expect(readTemporalConnection({ ...live, TEMPORAL_ADDRESS: 'two:7233' }, true).options.address).toBe(
      'two:7233',
    );
    expect(refusalOf({ TEMPORAL_CONFIG_FILE: '/nowhere/none' })).toContain('TEMPORAL_CONFIG_FILE');
  });

  it.each(['temporal:7233', '10.0.0.7:7233', '127.0.0.1.example.com:7233', '[fd00::1]:7233'])(
    'refuses %s in the clear in production, and nowhere else',
    (address) => {
      expect(refusalOf({ TEMPORAL_ADDRESS: address }, true)).toMatch(/TEMPORAL_ADDRESS .* in the clear/);
      expect(refusalOf({ TEMPORAL_ADDRESS: address, TEMPORAL_TLS: 'false' }, true)).toContain('in the clear');
      expect(
        refusalOf({ TEMPORAL_ADDRESS: address, TEMPORAL_API_KEY: key, TEMPORAL_TLS: '0' }, true),
      ).toContain('in the clear');
      expect(refusalOf({ TEMPORAL_ADDRESS: address }, false)).toBe('accepted');
      expect(refusalOf({ TEMPORAL_ADDRESS: address, TEMPORAL_TLS: 'true' }, true)).toBe('accepted');
    },
  );

  it.each(['localhost:7233', '127.8.0.1:7233', '[::1]:7233'])(
    'lets %s be reached in the clear',
    (address) => {
      expect(refusalOf({ TEMPORAL_ADDRESS: address }, true)).toBe('accepted');
    },
  );

  it('refuses what the library would drop without a word', () => {
    expect(refusalOf({ TEMPORAL_TLS_CLIENT_CERT_DATA: 'x' })).toContain('go together');
    expect(refusalOf({ TEMPORAL_TLS_CLIENT_KEY_PATH: file('half', 'x') })).toContain('go together');
    expect(refusalOf({ TEMPORAL_TLS: 'yes' })).toContain('TEMPORAL_TLS is neither');
    expect(refusalOf({ TEMPORAL_TLS_DISABLE_HOST_VERIFICATION: 'true' })).toContain('not supported');
    expect(refusalOf({ TEMPORAL_TLS_SERVER_CA_CERT_PATH: '/nowhere/none' })).toContain(
      'names a file that does not exist',
    );
    expect(refusalOf({ TEMPORAL_ADDRESS: 'https://temporal.example.com' })).toContain('host:port');
  });

  it('never shows a secret in what it refuses', () => {
    const broken = file('broken.toml', `[profile.default]\napi_key = "${key}\naddress = 1`);
    const unknown = file('unknown.toml', `[profile.default]\napi_keys = "${key}"`);
    const refusals = [
      refusalOf({ TEMPORAL_API_KEY: `${key}\nx` }),
      refusalOf({ TEMPORAL_API_KEY: `${key}ü` }),
      refusalOf({ TEMPORAL_GRPC_META_AUTHORIZATION: `Bearer ${key}\nx` }),
      refusalOf({ TEMPORAL_API_KEY: key, TEMPORAL_ADDRESS: 'a:1', TEMPORAL_TLS: 'false' }, true),
      refusalOf({ TEMPORAL_CONFIG_FILE: broken }),
      refusalOf({ TEMPORAL_CONFIG_FILE: unknown }),
    ];
    for (const refusal of refusals) {
      expect(refusal).toContain('Environment: TEMPORAL_');
      expect(refusal).not.toContain(key);
    }
  });
});
