import { readFileSync } from 'node:fs';
import type { Configuration } from '#domain/configuration/configuration';
import { catalogue } from '#domain/methods/catalogue';
import type { Method } from '#domain/methods/method';
import { connectorTerms } from '#gateway/connectors/registry';
import { describeMistake } from '#configuration/mistake';
import { readConfiguration } from '#configuration/read-configuration';

/** `config/gateway.yaml` as the processes read it with these methods, cards without fingerprints. Throws with its mistakes. */
export function readDevelopmentConfiguration(rows: readonly Method[] = catalogue): Configuration {
  const text = readFileSync(new URL('../../config/gateway.yaml', import.meta.url), 'utf8');
  const reading = readConfiguration(text, {
    environment: {},
    methods: [...new Set(rows.map((row) => row.code))],
    connectors: connectorTerms,
    hashBlocked: () => '',
  });
  if (reading.kind === 'refused') throw new Error(reading.mistakes.map(describeMistake).join('\n'));
  return reading.configuration;
}
