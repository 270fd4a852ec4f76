import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogue } from '#domain/methods/catalogue';
import { explainRoutes } from '#domain/routing/explain-routes';
import type { RoutedRequest } from '#domain/routing/route-request';
import { describeMistake } from '#configuration/mistake';
import { readConfiguration } from '#configuration/read-configuration';
import { connectorTerms } from '#gateway/connectors/registry';
import { findProductionFaults } from '#persistence/configuration/refuse-in-production';

const folder = 'config/examples';
const environment = {
  MERCADO_PAGO_BR_ACCESS_TOKEN: 'TEST-0123456789',
  MERCADO_PAGO_MX_ACCESS_TOKEN: 'TEST-9876543210',
  PAYSTACK_SECRET_KEY: 'sk_test_0123456789',
  STRIPE_EU_SECRET_KEY: 'sk_test_0123456789',
  STRIPE_EU_WEBHOOK_SECRET: 'whsec_0123456789',
  STRIPE_MX_SECRET_KEY: 'sk_test_9876543210',
  STRIPE_MX_WEBHOOK_SECRET: 'whsec_9876543210',
  SHOP_KEY: Buffer.alloc(32, 1).toString('base64'),
  SHOP_CALLBACK_SECRET: `whsec_${Buffer.alloc(24, 1).toString('base64')}`,
};

function readExample(file: string, values: Readonly<Record<string, string>>) {
  return readConfiguration(readFileSync(`${folder}/${file}`, 'utf8'), {
    environment: values,
    methods: [...new Set(catalogue.map(({ code }) => code))],
    connectors: connectorTerms,
    hashBlocked: () => '',
  });
}

/** The accounts that a payment is sent to, one after the other. */
function midsOf(file: string, request: Pick<RoutedRequest, 'method' | 'currency'>): readonly string[] {
  const reading = readExample(file, environment);
  if (reading.kind === 'refused') throw new Error(reading.mistakes.map(describeMistake).join('\n'));
  const payment = { ...request, type: 'payment', amount: '10', missingOf: () => [] } as const;
  const { routes } = explainRoutes(reading.configuration, 'shop', payment);
  return routes.flatMap((route) => (route.kind === 'taken' ? route.mid : []));
}

it.each(readdirSync(folder))('%s is a whole configuration without a mistake', (file) => {
  const reading = readExample(file, environment);
  expect(reading.kind === 'refused' ? reading.mistakes.map(describeMistake) : []).toEqual([]);
});

describe('with the checks of production', () => {
  const faultsOf = (file: string, values: Readonly<Record<string, string>>, allowsSandbox: boolean) => {
    const reading = readExample(file, values);
    if (reading.kind === 'refused') throw new Error(reading.mistakes.map(describeMistake).join('\n'));
    return findProductionFaults(reading.configuration, { allowsSandbox });
  };
  const live = { PAYSTACK_SECRET_KEY: `sk_live_${randomBytes(20).toString('hex')}` };
  const ofStage = {
    SHOP_KEY: randomBytes(32).toString('base64'),
    SHOP_CALLBACK_SECRET: `whsec_${randomBytes(24).toString('base64')}`,
  };

  it('minimal.yaml is accepted with the credentials of a live account, and with no others', () => {
    expect(faultsOf('minimal.yaml', live, false)).toEqual([]);
    expect(faultsOf('minimal.yaml', environment, false)).toEqual([
      expect.stringContaining('mids.paystack_1.credentials.secret_key is of a test account'),
    ]);
  });

  it('stage.yaml is accepted where the sandbox is allowed, and refused elsewhere', () => {
    expect(faultsOf('stage.yaml', ofStage, true)).toEqual([]);
    expect(faultsOf('stage.yaml', ofStage, false)).toEqual(
      expect.arrayContaining(['providers.sandbox.connector is the sandbox (ALLOW_SANDBOX=1 on a stage)']),
    );
  });
});

it("minimal.yaml has no timing of its own, and gets the same timing as the development's file writes out", () => {
  const reading = readExample('minimal.yaml', environment);
  const development = readConfiguration(readFileSync('config/gateway.yaml', 'utf8'), {
    environment: {},
    methods: [...new Set(catalogue.map(({ code }) => code))],
    connectors: connectorTerms,
    hashBlocked: () => '',
  });
  expect(readFileSync(`${folder}/minimal.yaml`, 'utf8')).not.toContain('timing:');
  expect(reading).toMatchObject({
    configuration: { timing: (development as { configuration: { timing: object } }).configuration.timing },
  });
});

it.each([
  ['card', 'EUR', ['stripe_eu']],
  ['card', 'USD', ['stripe_eu', 'paystack_1']],
  ['card', 'MXN', ['stripe_mx']],
  ['ideal', 'EUR', ['stripe_eu']],
  ['cash_mexico', 'MXN', ['stripe_mx', 'mercado_pago_mx']],
  ['bank_transfer_mexico', 'MXN', ['stripe_mx']],
])(
  'stripe.yaml sends %s in %s to Stripe first, and then to whoever else takes it',
  (method, currency, mids) => {
    expect(midsOf('stripe.yaml', { method, currency })).toEqual(mids);
  },
);
