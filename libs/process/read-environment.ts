import { withSecretFiles } from './secret-files.js';

/** Reads variables, collects what is missing or malformed, and names all of it at once. */
export type EnvironmentReader = {
  text(name: string, fallback?: string): string;
  port(name: string, fallback: number): number;
  number(name: string, fallback: number): number;
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
  const settings = build({
    text(name, fallback) {
      const value = valueOf(name) ?? fallback;
      if (value === undefined) faults.push(`${name} is not set`);
      return value ?? '';
    },
    port: (name, fallback) => number(name, fallback, 65_535),
    number: (name, fallback) => number(name, fallback, Number.MAX_SAFE_INTEGER),
  });
  if (faults.length > 0) throw new Error(`Environment: ${faults.join('; ')}. See .env.example.`);
  return Object.freeze(settings);
}
