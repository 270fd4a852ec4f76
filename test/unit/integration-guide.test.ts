import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { catalogue } from '#domain/methods/catalogue';
import { endpoints } from '../../apps/api/src/docs/openapi-document.js';
import { acceptTransferDetails } from '../../apps/api/src/payments/transfer-details.dto.js';
import { acceptBankCode } from '../../apps/api/src/payouts/bank-code.dto.js';
import { parsed } from '../../apps/api/src/transactions/create/testing/acceptance.js';

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

it('every call of a merchant is named, with its path as /docs has it', () => {
  const guide = readFileSync('docs/integrate.md', 'utf8');
  const calls = endpoints
    .filter(({ path }) => path.startsWith('/v2/'))
    .map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  expect(calls.length).toBeGreaterThan(20);
  expect(calls.filter((call) => !guide.includes(`\`${call}`))).toEqual([]);
});

it('the challenges that a merchant answers are shown with bodies that are taken', () => {
  const guide = readFileSync('docs/integrate.md', 'utf8');
  const bodies = [...guide.matchAll(/```json\n(\{[^`]+\})\n```/g)].map(([, text = '']) => parsed(text));
  const [details] = bodies.filter((body) => 'tracking_key' in body).map(acceptTransferDetails);
  expect(details?.details).toMatchObject({
    trackingKey: expect.any(String),
    senderClabe: expect.any(String),
  });
  const [bank] = bodies.filter((body) => 'bank_code' in body).map(acceptBankCode);
  expect(bank).toMatchObject({ bankCode: expect.any(String) });
});
