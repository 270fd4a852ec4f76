import type { Configuration } from '../configuration/configuration.js';
import { catalogue } from '../methods/catalogue.js';

export const switchKinds = ['provider', 'mid', 'method'] as const;
export type SwitchKind = (typeof switchKinds)[number];

/** What operations have stopped; names that the configuration does not have mean nothing. */
export type SwitchedOff = readonly { readonly kind: SwitchKind; readonly name: string }[];

/** What can be switched off, by name. Methods are those of the catalogue, for payments and payouts alike. */
export function switchableNames(
  { providers, mids }: Pick<Configuration, 'providers' | 'mids'>,
  kind: SwitchKind,
): readonly string[] {
  switch (kind) {
    case 'provider':
      return Object.keys(providers);
    case 'mid':
      return Object.keys(mids);
    case 'method':
      return methodCodes;
  }
}

const methodCodes = [...new Set(catalogue.map(({ code }) => code))];

/**
 * The configuration with these parts off: a provider or MID that is off is not enabled, and a method that is off belongs to
 * no project (contract §12: 121, 32, 1054). Nothing is switched on that the configuration has off.
 */
export function withSwitchedOff(configuration: Configuration, off: SwitchedOff): Configuration {
  if (off.length === 0) return configuration;
  const { providers, mids, projects } = configuration;
  const namesOf = (kind: SwitchKind) =>
    new Set(off.filter((one) => one.kind === kind).map(({ name }) => name));
  const methods = namesOf('method');
  return {
    ...configuration,
    providers: disable(providers, namesOf('provider')),
    mids: disable(mids, namesOf('mid')),
    projects:
      methods.size === 0
        ? projects
        : mapValues(projects, (project) => ({
            ...project,
            methods: (project.methods === 'all' ? methodCodes : project.methods).filter(
              (code) => !methods.has(code),
            ),
          })),
  };
}

function disable<Switched extends { readonly enabled: boolean }>(
  all: Readonly<Record<string, Switched>>,
  off: ReadonlySet<string>,
): Readonly<Record<string, Switched>> {
  return mapValues(all, (one, name) => (off.has(name) ? { ...one, enabled: false } : one));
}

function mapValues<Value>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value, name: string) => Value,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
}
