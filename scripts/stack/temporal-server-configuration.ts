/** That of docker-compose.yml and of tools/temporal-server. */
export const serverVersion = '1.31.2';
/**
 * So that 64 payments in parallel, the most a bench run has, are four to a shard; 64 shards as in production would have
 * two cores poll mostly empty queues. Cannot be changed for a database that has been used.
 */
export const fewHistoryShards = 16;
/** Each of the four services keeps connections of its own, and Postgres allows 200. */
const connectionsMax = { state: 20, visibility: 10 };

/** Its state, and the list of flows that searches look through. */
export const temporalDatabases = ['temporal', 'temporal_visibility'] as const;

/** Settings of a Temporal server on Postgres, beside the constant ones. */
export type TemporalSetting = {
  /** A slice of the workflows each; cannot be changed for a database that has been used. By default 16. */
  readonly historyShards?: number;
  /** With two, a second process shares the shards and the queues with the first. By default one. */
  readonly processes?: 1 | 2;
  /** Off: its Postgres confirms before it has written, and a crash loses what was confirmed last. By default on. */
  readonly synchronousCommit?: 'on' | 'off';
};

type TemporalServerPorts = ReturnType<typeof temporalServerPorts>;

/** The ports of a Temporal server of our own with its Postgres, on loopback: beside the one that clients know. */
export function temporalServerPorts({
  temporal,
  postgres,
}: {
  readonly temporal: number;
  readonly postgres: number;
}) {
  return {
    frontendMembership: temporal + 1,
    history: temporal + 2,
    historyMembership: temporal + 3,
    matching: temporal + 4,
    matchingMembership: temporal + 5,
    worker: temporal + 6,
    workerMembership: temporal + 7,
    /** Those of a second process. */
    secondHistory: temporal + 9,
    secondHistoryMembership: temporal + 10,
    secondMatching: temporal + 11,
    secondMatchingMembership: temporal + 12,
    /** The frontend, while there is no namespace yet. */
    setup: temporal + 8,
    postgres: postgres + 1,
  };
}

type ConfigurationOptions = {
  readonly frontendPort: number;
  readonly ports: TemporalServerPorts;
  /** Of its Postgres. */
  readonly databaseUrl: string;
  readonly dynamicFile: string;
  readonly historyShards: number;
  /** For the second process, which has history and matching of its own and nothing else. */
  readonly isSecond?: boolean;
};

/**
 * The configuration of a Temporal server with all its services in one process, in the clear and for everybody: it is
 * for loopback only. That of production is docker/temporal-server.yaml. It is JSON, which is YAML as well.
 */
export function serverConfiguration(options: ConfigurationOptions): string {
  const { frontendPort, ports, databaseUrl, dynamicFile, historyShards, isSecond = false } = options;
  const service = (grpcPort: number, membershipPort: number) => ({
    rpc: { grpcPort, membershipPort, bindOnIP: '127.0.0.1' },
  });
  const { host, username, password } = new URL(databaseUrl);
  const store = (databaseName: string, connections: number) => ({
    sql: {
      pluginName: 'postgres12',
      databaseName,
      connectAddr: host,
      connectProtocol: 'tcp',
      user: username,
      password,
      maxConns: connections,
      maxIdleConns: connections,
      maxConnLifetime: '1h',
    },
  });
  const [state, visibility] = temporalDatabases;
  return asText({
    log: { stdout: true, level: 'warn' },
    persistence: {
      numHistoryShards: historyShards,
      defaultStore: 'state',
      visibilityStore: 'visibility',
      datastores: {
        state: store(state, connectionsMax.state),
        visibility: store(visibility, connectionsMax.visibility),
      },
    },
    global: { membership: { maxJoinDuration: '30s', broadcastAddress: '127.0.0.1' } },
    services: {
      frontend: service(frontendPort, ports.frontendMembership),
      history: isSecond
        ? service(ports.secondHistory, ports.secondHistoryMembership)
        : service(ports.history, ports.historyMembership),
      matching: isSecond
        ? service(ports.secondMatching, ports.secondMatchingMembership)
        : service(ports.matching, ports.matchingMembership),
      worker: service(ports.worker, ports.workerMembership),
    },
    clusterMetadata: {
      enableGlobalNamespace: false,
      failoverVersionIncrement: 10,
      masterClusterName: 'active',
      currentClusterName: 'active',
      clusterInformation: {
        active: {
          enabled: true,
          initialFailoverVersion: 1,
          rpcName: 'frontend',
          rpcAddress: `127.0.0.1:${frontendPort}`,
        },
      },
    },
    dcRedirectionPolicy: { policy: 'noop' },
    dynamicConfigClient: { filepath: dynamicFile, pollInterval: '60s' },
  });
}

/** Settings (name=JSON, as the development server takes them) in the form of the server's file of dynamic settings. */
export function dynamicConfiguration(settings: readonly string[]): string {
  const entries = settings.map((setting) => {
    const at = setting.indexOf('=');
    return [setting.slice(0, at), [{ value: JSON.parse(setting.slice(at + 1)) as unknown }]];
  });
  return asText(Object.fromEntries(entries));
}

function asText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
