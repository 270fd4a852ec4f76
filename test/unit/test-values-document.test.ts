import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { bolivianBankCodes } from '#domain/methods/bolivian-banks';
import { developmentKeyId, developmentSecret } from '../../tools/demo/development-key.js';
import { banksOf } from '../../apps/sandbox/src/credits/banks.js';
import { aftermathNames } from '../../apps/sandbox/src/corrections/aftermath.js';
import { creditScenarioNames } from '../../apps/sandbox/src/credits/credit-scenarios.js';
import { cardScenarios } from '../../apps/sandbox/src/orders/scenarios.js';
import { panel } from '../../apps/sandbox/src/corrections/panel-routes.js';
import { faultNames } from '../../apps/sandbox/src/statements/statement-facts.js';
import { refundScenarioNames } from '../../apps/sandbox/src/refunds/refund-scenarios.js';

/** Goal: docs/test-values.md has every test value and none that is not. Method: its tables are held against the sources. */
const document = readFileSync('docs/test-values.md', 'utf8');
const configuration = parseDocument(readFileSync('config/gateway.yaml', 'utf8'), {
  merge: true,
}).toJS() as {
  readonly projects: Readonly<Record<string, { readonly keys: Readonly<Record<string, string>> }>>;
  readonly project_defaults: { readonly callback_keys: Readonly<Record<string, string>> };
  readonly blocklist: {
    readonly customers: readonly { readonly identifier: string }[];
    readonly cards: readonly { readonly number: string; readonly scope: string }[];
  };
};

/** The cells of the rows of one section's table. */
function rowsOf(section: string): readonly (readonly string[])[] {
  const [, text = ''] = new RegExp(`\n## ${section}\n([\\s\\S]*?)(?=\n## |$)`).exec(document) ?? [];
  const rows = text.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const firstOf = (section: string) => rowsOf(section).map(([first = '']) => first.replaceAll('`', ''));

describe('the test values', () => {
  it('have every key, and its secret', () => {
    const keys = Object.values(configuration.projects).flatMap((project) => Object.entries(project.keys));
    expect(firstOf('Keys').toSorted()).toEqual(keys.map(([id]) => id).toSorted());
    expect(firstOf('Keys')).toContain(developmentKeyId);
    expect(new Set(keys.map(([, secret]) => secret))).toEqual(new Set([developmentSecret]));
    for (const word of [
      developmentSecret,
      ...Object.entries(configuration.project_defaults.callback_keys).flat(),
    ])
      expect(document).toContain(`\`${word}\``);
  });

  it('have every scenario', () => {
    expect(firstOf('Scenarios').toSorted()).toEqual([...creditScenarioNames, 'refused'].toSorted());
  });

  it('have every scenario of refunds, everything that can follow a success, the whole panel, and its faults', () => {
    expect(firstOf('Scenarios of refunds').toSorted()).toEqual(
      [...refundScenarioNames, 'refused'].toSorted(),
    );
    expect(firstOf('After a success').toSorted()).toEqual(aftermathNames.toSorted());
    expect(firstOf('Statements').toSorted()).toEqual([...faultNames].toSorted());
    expect(firstOf('The panel').toSorted()).toEqual(Object.keys(panel).toSorted());
  });

  it('have every card, with its scenario or the scope of its block', () => {
    const said = rowsOf('Cards').map(([number = '', does = '']) =>
      [number.replaceAll(' ', ''), /`(\w+)`/.exec(does)?.[1]].join(' '),
    );
    const blocked = configuration.blocklist.cards.map(({ number, scope }) => `${number} ${scope}`);
    const chosen = Object.entries(cardScenarios).map(([number, scenario]) => `${number} ${scenario}`);
    expect(said.toSorted()).toEqual(['4242424242424242 ', ...chosen, ...blocked].toSorted());
  });

  it('have every blocked customer', () => {
    const said = [...document.matchAll(/`(blocked-\w+)`/g)].map(([, identifier = '']) => identifier);
    const wanted = configuration.blocklist.customers.map(({ identifier }) => identifier);
    expect(said.toSorted()).toEqual(wanted.toSorted());
  });

  it('have every control of the shop', () => {
    const source = readFileSync('apps/sandbox/src/merchant/merchant-routes.ts', 'utf8');
    const [, type = ''] = /type Misbehaviour = \{([^}]*)\}/.exec(source) ?? [];
    const controls = [...type.matchAll(/readonly (\w+)\?/g)].map(([, name]) => name);
    expect(firstOf('The shop').map((query) => /\w+/.exec(query)?.[0])).toEqual(controls);
  });

  it('have every bank', () => {
    const said = rowsOf('Banks').flatMap(([country = '', , codes = '']) =>
      [...codes.matchAll(/`([0-9A-Z]+)`/g)].map(([, code]) => `${country} ${code}`),
    );
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const served = letters
      .flatMap((first) => letters.flatMap((second) => banksOf(first + second)))
      .map(({ country, bank }) => `${country} ${bank}`);
    expect(said.toSorted()).toEqual(served.toSorted());
    expect(document.replaceAll(/\s+/g, ' ')).toContain(ranges(bolivianBankCodes));
  });
});

/** `1, 2, 3, 5 to 9`: runs of more than three numbers are shortened. */
function ranges(codes: readonly string[]): string {
  const runs: number[][] = [];
  for (const code of codes.map(Number)) {
    const last = runs.at(-1);
    if (last && last.at(-1) === code - 1) last.push(code);
    else runs.push([code]);
  }
  return runs.map((run) => (run.length > 3 ? `${run[0]} to ${run.at(-1)}` : run.join(', '))).join(', ');
}
