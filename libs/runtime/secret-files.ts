import { readFileSync } from 'node:fs';

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that are secrets: passwords, keys, and addresses that contain a password. */
const secretName = /(?:SECRET|KEYS?|PASSWORD|TOKEN|DATABASE_URL)$/;
const suffix = '_FILE';

/**
 * The environment in which every secret that was given as a file (`NAME_FILE`, as Docker and Kubernetes mount them) has
 * its value, and what is wrong with it: a file that cannot be read or is empty, or both NAME and NAME_FILE. Neither a
 * value nor a path is ever named.
 */
export function withSecretFiles(environment: Environment): {
  readonly environment: Environment;
  readonly faults: readonly string[];
} {
  const faults: string[] = [];
  const read: Record<string, string> = {};
  for (const [variable, path] of Object.entries(environment)) {
    const name = variable.slice(0, -suffix.length);
    if (!variable.endsWith(suffix) || !secretName.test(name) || !path?.trim()) continue;
    if (environment[name]?.trim()) {
      faults.push(`${name} and ${variable} are both set`);
      continue;
    }
    const value = contentOf(path.trim());
    if (value === '') faults.push(`${variable} names a file that is missing or empty`);
    read[name] = value;
  }
  return { environment: { ...environment, ...read }, faults };
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}
