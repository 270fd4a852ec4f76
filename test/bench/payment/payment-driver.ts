import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGatewayClient } from '#client/gateway-client';
import { developmentKeyId, developmentSecret } from '../../../apps/merchant/src/development-key.js';
import type { Driver } from '../driver.js';
import type { BenchDatabase } from '../measures/bench-database.js';
import type { MerchantInbox } from './merchant-inbox.js';

/** How long the simulated customer takes to pay: longer than one answer takes to come when nothing else is going on. */
const customerMs = 50;
const settlePollMs = 10;

/** Our whole payment: signed call, provider over HTTP, its callback, the final state, the merchant's callback. */
export function createPaymentDriver(apiUrl: string, inbox: MerchantInbox, database: BenchDatabase): Driver {
  const credentials = { baseUrl: apiUrl, keyId: developmentKeyId, secret: developmentSecret };
  const client = createGatewayClient(credentials);
  return {
    async run() {
      const reference = `bench-${randomUUID()}`;
      const told = inbox.expect(reference);
      const body = JSON.stringify(paymentBody(reference, inbox.callbackUrl));
      const answer = await client.send('POST', '/v2/payment', body);
      const identifier = /"identifier":"([^"]*)"/.exec(answer.text)?.[1];
      if (answer.httpStatus !== 200 || identifier === undefined) {
        told.catch(() => undefined);
        throw new Error(`a create call was answered ${answer.httpStatus} ${answer.text}`);
      }
      await told;
      return { flowId: `payment/${identifier}`, createMs: answer.milliseconds };
    },
    async settle() {
      while ((await database.countSweeps()) > 0) await sleep(settlePollMs);
    },
  };
}

function paymentBody(reference: string, callbackUrl: string): Readonly<Record<string, unknown>> {
  return {
    method: 'ussd',
    mode: 'initial',
    reference,
    currency: 'NGN',
    amount: 1500,
    channel_code: '737',
    redirect_url: 'https://shop.example.com/done',
    callback_url: callbackUrl,
    customer: { identifier: 'bench', first_name: 'Chidi', last_name: 'Okafor' },
    extra: { meta: { sandbox: 'success', sandbox_delay_ms: customerMs } },
  };
}
