export type PortName =
  'api' | 'checkout' | 'sandbox' | 'worker' | 'metrics' | 'temporal' | 'temporalUi' | 'postgres';
export type Ports = Record<PortName, number>;
export type StackPorts = Record<PortName | 'api2' | 'worker2' | 'metrics2', number>;

export const portTable: Readonly<
  Record<PortName, { readonly variable: string; readonly port: number; readonly title: string }>
>;

/** The ports of one stack: each its default or its variable, all moved by PORT_OFFSET and by `offset`. */
export function choosePorts(
  environment: Readonly<Record<string, string | undefined>>,
  offset?: number,
): Ports;

/** With the ports of the second api and worker beside those of the first. */
export function withSecondPorts(ports: Ports): StackPorts;

/** Rejects with a message that names the first of the ports somebody else listens on. */
export function requireFreePorts(ports: Ports, names: readonly PortName[]): Promise<void>;

/** Rejects with a message that names the port, if somebody else listens there. */
export function requireFreePort(
  port: number,
  entry: { readonly title: string; readonly variable: string },
): Promise<void>;
