import { existsSync } from 'node:fs';
import { loadClientConnectConfig, type ClientConnectConfig } from '@temporalio/envconfig';
import { withSecretFiles } from './secret-files.js';

type Environment = Readonly<Record<string, string | undefined>>;

export type TemporalConnection = {
  readonly namespace: string;
  /** For clients and workers alike: address, TLS with certificates, API key, headers. */
  readonly options: ClientConnectConfig['connectionOptions'] & {
    readonly address: string;
    readonly channelArgs: typeof channelArgs;
  };
};

/**
 * The gRPC library asks the name server for a service configuration, a TXT record that no Temporal server has. On a
 * network whose name server is silent, that question keeps a process from ending for half a minute. After failed attempts it would
 * wait up to two minutes before the next, with creates refused although the server is back.
 */
const channelArgs = {
  'grpc.service_config_disable_resolution': 1,
  'grpc.max_reconnect_backoff_ms': 2_000,
} as const;

const defaultAddress = '127.0.0.1:7233';
const defaultNamespace = 'default';
/** Of several addresses of one machine, those that never leave it. */
const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]):\d+$/i;
const hostAndPort = /^(?:[\w.-]+|\[[\da-f:.]+\]):\d+$/i;
/** A header with anything else is refused further down, in words that quote it. */
const headerValue = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
const certificatePaths = [
  'TEMPORAL_TLS_CLIENT_CERT_PATH',
  'TEMPORAL_TLS_CLIENT_KEY_PATH',
  'TEMPORAL_TLS_SERVER_CA_CERT_PATH',
] as const;

/**
 * Where and how a process reaches Temporal, from the settings that all of Temporal's own programs know (`TEMPORAL_*`),
 * read by Temporal's own library. Stricter than that library in what would silently weaken the connection: a blank
 * setting counts as absent, half a pair of certificate and key is refused, and a configuration file is read only where
 * TEMPORAL_CONFIG_FILE names it. In production an address off this machine needs TLS. Throws an error that names the
 * setting at fault and never a value.
 */
export function readTemporalConnection(environment: Environment, isProduction: boolean): TemporalConnection {
  const whole = withSecretFiles(environment);
  const given = withoutBlanks(whole.environment);
  const faults = [...whole.faults, ...faultsOf(given)];
  if (faults.length > 0) throw refusal(faults.join('; '));
  const { namespace, connectionOptions } = load(given);
  const options = { ...connectionOptions, address: connectionOptions.address ?? defaultAddress, channelArgs };
  if (!hostAndPort.test(options.address)) throw refusal('TEMPORAL_ADDRESS is not host:port');
  if (options.apiKey !== undefined && !headerValue.test(options.apiKey)) {
    throw refusal('TEMPORAL_API_KEY contains characters that are not allowed in a header');
  }
  const isPlaintext = options.tls === undefined || options.tls === null || options.tls === false;
  if (isProduction && isPlaintext && !loopback.test(options.address)) {
    throw refusal(
      'TEMPORAL_ADDRESS is another machine, reached in the clear, which production refuses: anyone on the way there ' +
        'could decide over payments. Set TEMPORAL_TLS=true, with TEMPORAL_TLS_SERVER_CA_CERT_PATH, ' +
        'TEMPORAL_TLS_CLIENT_CERT_PATH and TEMPORAL_TLS_CLIENT_KEY_PATH, or TEMPORAL_API_KEY',
    );
  }
  return { namespace: namespace ?? defaultNamespace, options };
}

/** The client certificate that a process shows to Temporal, PEM; undefined where it has none. */
export function certificateOf({ options: { tls } }: TemporalConnection): Uint8Array | undefined {
  return typeof tls === 'object' && tls !== null ? tls.clientCertPair?.crt : undefined;
}

function withoutBlanks(environment: Environment): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => {
      const text = value?.trim() ?? '';
      return name.startsWith('TEMPORAL_') && text !== '' ? [[name, text]] : [];
    }),
  );
}

function faultsOf(given: Readonly<Record<string, string>>): readonly string[] {
  const faults: string[] = [];
  const has = (name: string) => given[`${name}_PATH`] !== undefined || given[`${name}_DATA`] !== undefined;
  if (has('TEMPORAL_TLS_CLIENT_CERT') !== has('TEMPORAL_TLS_CLIENT_KEY')) {
    faults.push('TEMPORAL_TLS_CLIENT_CERT_* and TEMPORAL_TLS_CLIENT_KEY_* go together');
  }
  if (!/^(?:true|false|1|0)$/.test(given['TEMPORAL_TLS'] ?? 'true')) {
    faults.push('TEMPORAL_TLS is neither true nor false');
  }
  if (/^(?:true|1)$/.test(given['TEMPORAL_TLS_DISABLE_HOST_VERIFICATION'] ?? '')) {
    faults.push('TEMPORAL_TLS_DISABLE_HOST_VERIFICATION is not supported');
  }
  for (const name of ['TEMPORAL_CONFIG_FILE', ...certificatePaths]) {
    const path = given[name];
    if (path !== undefined && !existsSync(path)) faults.push(`${name} names a file that does not exist`);
  }
  const headers = Object.entries(given).filter(([name]) => name.startsWith('TEMPORAL_GRPC_META_'));
  for (const [name, value] of headers) {
    if (!headerValue.test(value)) faults.push(`${name} contains characters that are not allowed in a header`);
  }
  return faults;
}

function load(given: Readonly<Record<string, string>>): ClientConnectConfig {
  try {
    return loadClientConnectConfig({
      overrideEnvVars: { ...given },
      disableFile: given['TEMPORAL_CONFIG_FILE'] === undefined,
      configFileStrict: true,
    });
  } catch (error) {
    // The library's message may quote a line of the file with a secret.
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw refusal(
      'TEMPORAL_* cannot be read: a file that is missing, unreadable or not TOML with a profile of that name, ' +
        `an unknown key in it, or both _PATH and _DATA of one thing${code}`,
    );
  }
}

function refusal(fault: string): Error {
  return new Error(`Environment: ${fault}. See .env.example.`);
}
