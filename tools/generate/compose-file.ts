import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export type ComposeService = {
  /** Arguments for Node: a bundle, and the arguments of that bundle. */
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Program and arguments of the health check, with the image's own program as a path here; empty for a job. */
  readonly health: readonly string[];
  /** The volume of Temporal's keys that it has at this place. */
  readonly keysAt: Readonly<Record<string, string>>;
};

/** The bundle that the image's entry point `gateway` starts (`docker/gateway`). */
const gateway = 'dist/bundles/gateway.js';

/** The services of `docker-compose.yml` that run our own image, with `${NAME}` taken from `values`. */
export function readComposeServices(
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, ComposeService>> {
  const file = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }) as ComposeFile;
  const own = Object.entries(file.services).filter(([, { image }]) => image?.startsWith('payments-gateway:'));
  return Object.fromEntries(
    own.map(([name, service]) => [
      name,
      {
        command: service.entrypoint?.at(-1) === 'gateway' ? [gateway, ...service.command] : service.command,
        environment: interpolate(service.environment, values),
        health: (service.healthcheck?.test.slice(1) ?? []).map((word) =>
          word.replace(/^probe$/, 'docker/probe'),
        ),
        keysAt: keysAt(service.volumes ?? []),
      },
    ]),
  );
}

/** `temporal-keys-api:/run/temporal-keys:ro` → `api` at `/run/temporal-keys`. */
function keysAt(volumes: readonly unknown[]): Record<string, string> {
  const matches = volumes.map((volume) => /^temporal-keys-(\w+):([^:]+)/.exec(String(volume)));
  return Object.fromEntries(matches.flatMap((match) => (match ? [[match[2], match[1]]] : [])));
}

function interpolate(
  environment: Readonly<Record<string, string | number>>,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const valueOf = (name: string, kind = '?', text = ''): string => {
    const value = values[name] ?? '';
    if (kind === '+') return value === '' ? '' : text;
    if (kind === '?' && values[name] === undefined) throw new Error(`docker-compose.yml needs ${name}`);
    return value === '' && kind === '-' ? text : value;
  };
  /** The innermost first: what a variable stands for may have others in it. */
  const fill = (text: string): string => {
    const filled = text.replaceAll(
      /\$\{(\w+)(?::([-?+])([^${}]*))?\}/g,
      (_all, name: string, kind?: string, otherwise?: string) => valueOf(name, kind, otherwise),
    );
    return filled === text ? text : fill(filled);
  };
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fill(String(value))]));
}

type ComposeFile = {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly image?: string;
        readonly entrypoint?: readonly string[];
        readonly command: readonly string[];
        readonly volumes?: readonly unknown[];
        readonly environment: Readonly<Record<string, string | number>>;
        readonly healthcheck?: { readonly test: readonly string[] };
      }
    >
  >;
};
