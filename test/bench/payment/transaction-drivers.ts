import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGatewayClient, type GatewayClient } from '#client/gateway-client';
import { inLanes } from '../../../tools/demo/in-lanes.js';
import { developmentKeyId, developmentSecret } from '../../../tools/demo/development-key.js';
import { workflowIdOf } from '#contracts/transaction-workflow';
import type { TransactionType } from '#domain/transaction/status';
import type { Driver } from '../driver.js';
import type { BenchDatabase } from '../measures/bench-database.js';
import type { MerchantInbox } from './merchant-inbox.js';

/** How long the provider takes for its word: longer than one answer takes to come when nothing else is going on. */
const providerMs = 50;
const settlePollMs = 10;
const preparedAtOnce = 16;

type Means = {
  /** One after the other. */
  readonly apiUrls: readonly string[];
  readonly inbox: MerchantInbox;
  readonly database: BenchDatabase;
};

/** Our whole payment: signed call, provider over HTTP, its callback, the final state, the merchant's callback. */
export function createPaymentDriver(means: Means): Driver {
  return createDriver(means, 'payment', paymentBody);
}

/** Our whole payout: the same, and the money is reserved before and settled with the final state. */
export function createPayoutDriver(means: Means): Driver {
  return createDriver(means, 'payout', payoutBody);
}

/** Our whole refund: as a payout, of a payment that is made before. */
export function createRefundDriver(means: Means): Driver {
  const paid: string[] = [];
  const payment = createDriver(means, 'payment', (reference, callbackUrl) => {
    paid.push(reference);
    return refundablePayment(reference, callbackUrl);
  });
  const refund = createDriver(means, 'refund', (reference, callbackUrl) => ({
    reference,
    payment_reference: paid.pop(),
    callback_url: callbackUrl,
    extra,
  }));
  return {
    ...refund,
    async prepare(transactions) {
      await inLanes(Array.from({ length: transactions }), preparedAtOnce, () => payment.run());
      await payment.settle();
    },
  };
}

type MakeBody = (reference: string, callbackUrl: string) => Readonly<Record<string, unknown>>;

function createDriver(
  { apiUrls, inbox, database }: Means,
  type: TransactionType,
  makeBody: MakeBody,
): Driver {
  const clients = apiUrls.map((baseUrl) =>
    createGatewayClient({ baseUrl, keyId: developmentKeyId, secret: developmentSecret }),
  );
  let started = 0;
  return {
    async run() {
      const client = clients[started++ % clients.length];
      if (client === undefined) throw new Error('there is no api');
      const reference = `bench-${randomUUID()}`;
      const told = inbox.expect(reference);
      const created = await create(client, type, makeBody(reference, inbox.callbackUrl)).catch((error) => {
        told.catch(() => undefined);
        throw error;
      });
      await told;
      return { workflowId: workflowIdOf(type, created.identifier), createMs: created.milliseconds };
    },
    async settle() {
      while ((await database.countRecoveries()) > 0) await sleep(settlePollMs);
    },
  };
}

async function create(client: GatewayClient, type: TransactionType, body: ReturnType<MakeBody>) {
  const { httpStatus, text, milliseconds } = await client.send('POST', `/v2/${type}`, JSON.stringify(body));
  const identifier = /"identifier":"([^"]*)"/.exec(text)?.[1];
  if (httpStatus === 200 && identifier !== undefined) return { identifier, milliseconds };
  throw new Error(`a create call was answered ${httpStatus} ${text}`);
}

const extra = { meta: { sandbox: 'success', sandbox_delay_ms: providerMs } };

export function paymentBody(reference: string, callbackUrl: string): Readonly<Record<string, unknown>> {
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
    extra,
  };
}

/** By a method whose rail takes refunds. */
function refundablePayment(reference: string, callbackUrl: string): Readonly<Record<string, unknown>> {
  return {
    method: 'ideal',
    mode: 'initial',
    reference,
    currency: 'EUR',
    amount: 1.5,
    callback_url: callbackUrl,
    customer: {
      identifier: 'bench',
      first_name: 'Anna',
      last_name: 'Visser',
      country: 'NL',
      phone: '+31612345678',
    },
    extra,
  };
}

function payoutBody(reference: string, callbackUrl: string): Readonly<Record<string, unknown>> {
  return {
    method: 'pix',
    reference,
    currency: 'BRL',
    amount: 1.5,
    callback_url: callbackUrl,
    customer: { identifier: 'bench', first_name: 'Joao', last_name: 'Silva' },
    pix: { name: 'Joao Silva', account: '52998224725', account_type: 'CPF' },
    extra,
  };
}
