import { describe, expect, it } from 'vitest';
import { catalogue } from '#domain/methods/catalogue';
import { checkFields } from '#domain/methods/check-fields';
import { customer, days, urls } from '#domain/methods/row-parts';
import type { Method } from '#domain/methods/method';
import { chooseRoute } from '#domain/routing/choose-route';
import { planTransaction } from '#domain/transaction/plan';
import { acceptPayment } from '../../apps/api/src/transactions/accept-request.js';
import { checkAfterDuplicates, missingUrls } from '../../apps/api/src/transactions/project-terms.js';
import { parsed } from '../../apps/api/src/transactions/testing/acceptance.js';
import { requestSchema } from '../../apps/api/src/methods/request-schema.js';
import { describeMethod } from '../../apps/checkout/src/payment-page/sections.js';
import { readChargeRequest } from '../../apps/sandbox/src/charges/read-charge-request.js';
import { readDevelopmentConfiguration } from '../support/read-development-configuration.js';

/** The row of `docs/adding-a-method.md`. No code knows it, and everything works with it. */
const row: Method = {
  code: 'bank_transfer_chile',
  type: 'payment',
  style: 'h2h',
  country: 'CL',
  currencies: ['CLP'],
  amount: 'integer',
  required: customer('identifier first_name last_name itn'),
  conditional: customer('email'),
  urls,
  rules: [{ path: 'extra.meta.account_kind', oneOf: ['vista', 'corriente'] }],
  documents: ['CL_RUT'],
  challenges: ['redirect'],
  windowMs: 1 * days,
};
const rows = [...catalogue, row];
const person = { identifier: 'customer-1', first_name: 'Ana', last_name: 'Silva', itn: '12.345.678-5' };
const body = {
  method: 'bank_transfer_chile',
  reference: 'bank_transfer_chile-1',
  currency: 'CLP',
  amount: 12000,
  customer: person,
};

describe('a method is a row', () => {
  it('is accepted, refused and canonical by its row alone', () => {
    expect(accept(body)).toMatchObject({ row, method: 'bank_transfer_chile', money: { amount: '12000' } });
    const outcomes = [
      { ...body, customer: { ...person, itn: null } },
      { ...body, amount: '12000' },
      { ...body, extra: { meta: { account_kind: 'other' } } },
      { ...body, currency: 'EUR' },
      { ...body, method: undefined, widget: { method: 'bank_transfer_chile' } },
    ].map((changed) => () => accept(changed));
    const [missing, amount, rule, currency, style] = outcomes;
    expect(missing).toThrow('customer.itn: is required');
    expect(amount).toThrow('amount: must be a JSON integer');
    expect(rule).toThrow('extra.meta.account_kind: must be one of vista, corriente');
    expect(currency).toThrow('bank_transfer_chile takes CLP');
    expect(style).toThrow('has no hosted page, send method');
  });

  it('has its field rules, documents and URLs', () => {
    expect(checkFields(row, {}).missing).toEqual(['reference', 'currency', 'amount', ...row.required]);
    expect(missingUrls(accept(body), {})).toEqual(['callback_url']);
    const wrong = accept({ ...body, customer: { ...person, itn: '12.345.678-4' } });
    const checks = { now: new Date('2030-01-01T00:00:00Z'), strictDocuments: true };
    expect(checkAfterDuplicates(accept(body), checks)).toEqual([]);
    expect(checkAfterDuplicates(wrong, checks).map(({ path }) => path)).toEqual(['customer.itn']);
  });

  it('is documented', () => {
    expect(requestSchema(row, body)).toMatchObject({
      title: 'bank_transfer_chile (server to server)',
      properties: {
        method: { enum: ['bank_transfer_chile'] },
        currency: { enum: ['CLP'] },
        customer: { properties: { itn: { examples: [person.itn] } } },
      },
    });
  });

  it('has routes and a plan in the development configuration as it stands', () => {
    const configuration = readDevelopmentConfiguration(rows);
    const { method, money } = accept(body);
    const route = chooseRoute(configuration, 'demo', { type: 'payment', method, currency: money.currency });
    const project = configuration.projects['demo'];
    if (route.kind === 'refused' || !project) throw new Error('The demo project has a route for everything');
    const plan = planTransaction(configuration, project, 'payment', row, route.candidates);
    expect(plan.routes).not.toEqual([]);
  });

  it('has a name on pages in any language', () => {
    expect(describeMethod(row.code, { methods: {} })).toBe('Bank Transfer Chile');
  });

  it('can be paid at the sandbox', () => {
    const charge = {
      order: 'p-1',
      value: '12000',
      iso: 'CLP',
      instrument: row.code.toUpperCase(),
      payable_until: '2030-01-01T00:00:00Z',
      notify_url: 'http://localhost/notify',
      return_url: 'http://localhost/return',
      simulate: { next_step: 'transfer' },
    };
    const account = { id: 'acct', secret: 's', cardScenarios: {} };
    expect(readChargeRequest(Buffer.from(JSON.stringify(charge)), account)).toMatchObject({
      kind: 'read',
      request: { instrument: 'BANK_TRANSFER_CHILE', nextStep: 'transfer' },
    });
  });
});

function accept(sent: object) {
  return acceptPayment(parsed(JSON.stringify(sent)), rows);
}
