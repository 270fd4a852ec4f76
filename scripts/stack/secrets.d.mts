export type SecretName =
  'GATEWAY_SECRET' | 'GATEWAY_ENCRYPTION_KEYS' | 'GATEWAY_FINGERPRINT_KEYS' | 'GATEWAY_VAULT_KEYS';
export type GatewaySecrets = Record<SecretName, string>;

export function gatewaySecrets(
  dataDirectory: string,
  environment: Readonly<Record<string, string | undefined>>,
): GatewaySecrets;

/** An environment with the secrets of this process alone. */
export function withOwnSecrets(
  process: 'worker' | 'api' | 'checkout' | 'sandbox',
  environment: Record<string, string>,
): Record<string, string>;

export function readOrMakeSecrets(
  file: string,
  names: readonly string[],
  makeSecret: (name: string) => string,
): Record<string, string>;
