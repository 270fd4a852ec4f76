import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { catalogue } from '#domain/methods/catalogue';
import { describeMistake } from '#configuration/mistake';
import { readConfiguration } from '#configuration/read-configuration';
import { connectorTerms } from '#gateway/connectors/registry';

const folder = 'config/examples';
const environment = {
  MERCADO_PAGO_BR_ACCESS_TOKEN: 'TEST-0123456789',
  MERCADO_PAGO_MX_ACCESS_TOKEN: 'TEST-9876543210',
  PAYSTACK_SECRET_KEY: 'sk_test_0123456789',
  SHOP_KEY: Buffer.alloc(32, 1).toString('base64'),
  SHOP_CALLBACK_SECRET: `whsec_${Buffer.alloc(24, 1).toString('base64')}`,
};

it.each(readdirSync(folder))('%s is a whole configuration without a mistake', (file) => {
  const reading = readConfiguration(readFileSync(`${folder}/${file}`, 'utf8'), {
    environment,
    methods: [...new Set(catalogue.map(({ code }) => code))],
    connectors: connectorTerms,
    hashBlocked: () => '',
  });
  expect(reading.kind === 'refused' ? reading.mistakes.map(describeMistake) : []).toEqual([]);
});
