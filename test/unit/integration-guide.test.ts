import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { catalogue } from '#domain/methods/catalogue';

/** Goal: docs/integrate.md offers what there is. Method: its table of methods is held against the catalogue. */
it('every row of the catalogue is offered, and nothing else', () => {
  const styles = { hpp: 'hosted', h2h: 'direct' };
  const forms = { integer: 'whole number', number: 'number', string: 'string' };
  const offered = readFileSync('docs/integrate.md', 'utf8')
    .split('\n')
    .filter((line) => /\| (?:hosted|direct) +\|/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, , method, direction, style, currency, amount]) => [method, direction, style, currency, amount]);
  const rows = catalogue.map(({ code, type, style, currencies, countriesOfCurrency, amount }) => {
    const currency =
      currencies === 'any' ? 'any' : countriesOfCurrency ? "the country's" : currencies.join(', ');
    return [`\`${code}\``, type, styles[style], currency, forms[amount]];
  });
  expect(offered).toEqual(rows);
});
