/** That of docker-compose.yml and of tools/temporal-server. */
export const serverVersion: string;

/** Its state, and the list of flows that searches look through. */
export const temporalDatabases: readonly ['temporal', 'temporal_visibility'];

export type TemporalServerPorts = Readonly<
  Record<
    | 'frontendMembership'
    | 'history'
    | 'historyMembership'
    | 'matching'
    | 'matchingMembership'
    | 'worker'
    | 'workerMembership'
    | 'setup'
    | 'postgres',
    number
  >
>;

/** The ports of a Temporal server of our own with its Postgres, beside the one that clients know. */
export function temporalServerPorts(ports: {
  readonly temporal: number;
  readonly postgres: number;
}): TemporalServerPorts;

/** The configuration of a Temporal server, for loopback only, as JSON. */
export function serverConfiguration(options: {
  readonly frontendPort: number;
  readonly ports: TemporalServerPorts;
  readonly databaseUrl: string;
  readonly dynamicFile: string;
}): string;

/** Settings (name=JSON) in the form of the server's file of dynamic settings. */
export function dynamicConfiguration(settings: readonly string[]): string;
