import type { Configuration } from '../configuration/configuration.js';
import { catalogue } from '../methods/catalogue.js';

/** `refunds` are those of a provider or MID by its name, which goes on taking payments. */
export const switchKinds = ['provider', 'mid', 'method', 'refunds'] as const;
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
    case 'refunds':
      return [...new Set([...Object.keys(providers), ...Object.keys(mids)])];
  }
}

const methodCodes = [...new Set(catalogue.map(({ code }) => code))];

/**
 * The configuration with these parts off: a provider or MID that is off is not enabled, a method that is off belongs to no
 * project (contract §12: 121, 32, 1054), and a provider or MID whose refunds are off says so (contract §15.2: 121). Nothing is
 * switched on that the configuration has off.
 */
export function withSwitchedOff(configuration: Configuration, off: SwitchedOff): Configuration {
  if (off.length === 0) return configuration;
  const { providers, mids, projects } = configuration;
  const namesOf = (kind: SwitchKind) =>
    new Set(off.filter((one) => one.kind === kind).map(({ name }) => name));
  const methods = namesOf('method');
  return {
    ...configuration,
    providers: stopRefunds(disable(providers, namesOf('provider')), namesOf('refunds')),
    mids: stopRefunds(disable(mids, namesOf('mid')), namesOf('refunds')),
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

function stopRefunds<Switched extends { readonly refundsOff?: true }>(
  all: Readonly<Record<string, Switched>>,
  off: ReadonlySet<string>,
): Readonly<Record<string, Switched>> {
  return mapValues(all, (one, name) => (off.has(name) ? { ...one, refundsOff: true } : one));
}

function mapValues<Value>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value, name: string) => Value,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
}
