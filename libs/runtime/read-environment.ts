import { isIP } from 'node:net';
import { withSecretFiles } from './secret-files.js';

/** Reads variables, collects what is missing or malformed, and names all of it at once. */
export type EnvironmentReader = {
  text(name: string, fallback?: string): string;
  port(name: string, fallback: number): number;
  number(name: string, fallback: number): number;
  /** Addresses with a port or without, separated by commas; `[…]` around an IPv6 address that has one. None if not set. */
  addresses(name: string): readonly string[];
  /** The address to listen on: not set, all of them in production, and this machine alone in development. */
  listenAddress(name: string): string;
  /** Set to `1`; not set, or set to `0`, it is not. */
  flag(name: string): boolean;
  /** A text that is checked only in production: `problemOf` says what is wrong with a value, without repeating it. */
  strict(name: string, problemOf: (value: string) => string | undefined, fallback?: string): string;
  /** The value of `NODE_ENV`: `production`, which is the default, or `development`. */
  isProduction(): boolean;
};

/**
 * Builds the settings of a process from its environment, once, frozen. Throws one error that names every variable at
 * fault; values never appear in it. A secret may be given as a file (`NAME_FILE`).
 */
export function readEnvironment<Settings extends object>(
  environment: Readonly<Record<string, string | undefined>>,
  build: (read: EnvironmentReader) => Settings,
): Readonly<Settings> {
  const given = withSecretFiles(environment);
  const faults = [...given.faults];
  const valueOf = (name: string) => given.environment[name]?.trim() || undefined;
  const number = (name: string, fallback: number, max: number) => {
    const value = valueOf(name);
    if (value === undefined) return fallback;
    const parsed = Number(value);
    if (Number.isInteger(parsed) && parsed >= 0 && parsed <= max) return parsed;
    faults.push(`${name} must be a whole number from 0 to ${max}`);
    return fallback;
  };
  const tell = (fault: string) => void (faults.includes(fault) || faults.push(fault));
  const text = (name: string, fallback?: string) => {
    const value = valueOf(name) ?? fallback;
    if (value === undefined) tell(`${name} is not set`);
    return value ?? '';
  };
  const isProduction = () => {
    const mode = valueOf('NODE_ENV') ?? 'production';
    if (mode !== 'production' && mode !== 'development') {
      tell('NODE_ENV must be production or development, or not set, which is production');
    }
    return mode !== 'development';
  };
  const settings = build({
    text,
    isProduction,
    flag(name) {
      const value = valueOf(name) ?? '0';
      if (value !== '0' && value !== '1') tell(`${name} must be 1 or 0`);
      return value === '1';
    },
    strict(name, problemOf, fallback) {
      const value = text(name, fallback);
      const problem = value === '' || !isProduction() ? undefined : problemOf(value);
      if (problem !== undefined) tell(`${name} ${problem}`);
      return value;
    },
    addresses(name) {
      const addresses = text(name, '')
        .split(',')
        .map((each) => each.trim())
        .filter((address) => address !== '');
      if (addresses.every(isAddress)) return addresses;
      tell(`${name} must be addresses, with a port or without, separated by commas`);
      return [];
    },
    port: (name, fallback) => number(name, fallback, 65_535),
    number: (name, fallback) => number(name, fallback, Number.MAX_SAFE_INTEGER),
    listenAddress: (name) => text(name, isProduction() ? '0.0.0.0' : '127.0.0.1'),
  });
  if (faults.length > 0) throw new Error(`Environment: ${faults.join('; ')}. See .env.example.`);
  return Object.freeze(settings);
}

function isAddress(text: string): boolean {
  const [, v6, v4, port = '1'] = /^(?:\[(.+)\]|([\d.]+)):(\d{1,5})$/.exec(text) ?? [];
  const isAlone = isIP(text) !== 0;
  return (
    isAlone || ((isIP(v6 ?? '') === 6 || isIP(v4 ?? '') === 4) && Number(port) > 0 && Number(port) <= 65_535)
  );
}
