import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { createGatewayClient, type GatewayClient } from '#client/gateway-client';
import type { PaymentRequest } from '#client/messages/payment-request';
import type { GatewayEvent } from '#client/messages/events';
import type { PayoutRequest } from '#client/messages/payout-request';
import { createMerchant, goldenKey, newReference } from '../fakes/merchant.js';
import { sharedStack } from '../stack/stack.js';
import { createWitness } from '../witnesses/witness.js';

/** Goal: the client library and the api agree: what the one does by the book, the other answers by it (contract §4). */
const { urls } = sharedStack;
const witness = createWitness(urls.sandbox);
const merchant = createMerchant(urls.api);
const client = clientOf(urls.api);

afterAll(() => client.close());

function clientOf(baseUrl: string, keyId = 'mk_test_demo'): GatewayClient {
  return createGatewayClient({
    baseUrl,
    keyId,
    secret: goldenKey,
    host: new URL(urls.api).host,
  });
}

function idealPayment(reference: string, scenario: string): PaymentRequest {
  return {
    method: 'ideal',
    mode: 'initial',
    reference,
    currency: 'EUR',
    amount: '10.10',
    customer: { identifier: 'c-1', first_name: 'Anna', last_name: 'Visser', country: 'NL' },
    extra: { meta: { sandbox: scenario } },
  };
}

it('joins its own payment again after 504, and one payment is made', async () => {
  const reference = newReference();
  const created = await client.createPayment(idealPayment(reference, 'timeout_success'));
  expect(created).toMatchObject({ error_code: 0, reference });
  expect(await merchant.untilFinal(reference)).toMatchObject({ status: 'success' });
  expect(await witness.charges(created.identifier)).toMatchObject([{ amount: '10.10', status: 'success' }]);
});

it('finds its own payment when the answer was lost on the way, and one payment is made', async () => {
  const reference = newReference();
  const cutting = await openCuttingProxy();
  const behind = clientOf(cutting.url);
  const created = await behind.createPayment(idealPayment(reference, 'success'));
  behind.close();
  cutting.close();
  expect(cutting.cuts()).toBe(1);
  expect(created).toMatchObject({ error_code: 0, reference });
  expect(await merchant.untilFinal(reference)).toMatchObject({ status: 'success' });
  expect(await witness.charges(created.identifier)).toMatchObject([{ amount: '10.10', status: 'success' }]);
});

it('is given its own payment when it is sent again after it was answered', async () => {
  const request = idealPayment(newReference(), 'success');
  const { identifier } = await client.createPayment(request);
  expect(await client.createPayment(request)).toMatchObject({ identifier, error_code: 0 });
  await expect(client.createPayment({ ...request, amount: '10.11' })).rejects.toMatchObject({
    httpStatus: 400,
    code: 108,
    reason: 'Duplicated reference',
    identifier: undefined,
  });
});

it('creates a payout, confirms one of the banks offered, and sees it end (specification §4)', async () => {
  const payout = africanPayout(newReference());
  const { identifier, status, challenge } = await client.createPayout(payout);
  expect(status).toBe('pending');
  const [bank] = challenge?.challenge_bank_code ?? [];
  expect(await client.banks('NG')).toContainEqual(bank);
  await client.confirmBankCode(payout.reference, bank?.code ?? '');
  await client.confirmBankCode(payout.reference, bank?.code ?? '');
  await merchant.untilFinal(payout.reference, 'payout');
  expect(await client.checkPayout(payout.reference)).toMatchObject({
    identifier,
    status: 'success',
    amount: '5000',
  });
  expect(await client.createPayout(payout)).toMatchObject({ identifier, status: 'success' });
});

it('cancels what was never sent, and is given the record, as often as it asks (contract §7)', async () => {
  const payout = africanPayout(newReference());
  const { identifier } = await client.createPayout(payout);
  const cancelled = { identifier, status: 'declined', error_code: 1 };
  expect(await client.cancelPayout(payout.reference)).toMatchObject(cancelled);
  expect(await client.cancelPayout(payout.reference)).toMatchObject(cancelled);
  await expect(client.cancelPayment(payout.reference)).rejects.toMatchObject({ httpStatus: 404, code: 35 });
});

it('throws what the gateway refuses', async () => {
  const poor = clientOf(urls.api, 'mk_test_poor');
  const payout = africanPayout(newReference());
  await expect(poor.createPayout(payout)).rejects.toMatchObject({
    name: 'GatewayRefusal',
    httpStatus: 400,
    code: 1,
    reason: 'Insufficient funds on account',
  });
  await expect(poor.checkPayout(payout.reference)).rejects.toMatchObject({ httpStatus: 404, code: 35 });
  poor.close();
});

function africanPayout(reference: string): PayoutRequest {
  return {
    method: 'bank_transfer_africa',
    reference,
    currency: 'NGN',
    amount: '5000',
    customer: { identifier: 'c-1', first_name: 'Chidi', last_name: 'Okafor', country: 'NG' },
  };
}

it('reads the feed, has a callback sent again, and knows what it can use (contract §7)', async () => {
  const reference = newReference();
  await client.createPayment(idealPayment(reference, 'success'));
  await merchant.untilFinal(reference);
  const [first] = await witness.untilCallbacks(reference);
  const event = await findEvent(reference);
  expect(event).toEqual(first?.body);

  await client.redeliver(event?.event_id ?? '');
  const [, again] = await witness.untilCallbacks(reference, 2);
  expect(again?.body).toEqual(event);
  const { methods } = await client.methods();
  expect(methods).toContainEqual(
    expect.objectContaining({ method: 'ideal', direction: 'payin', style: 'h2h' }),
  );
  const { balances } = await client.balance();
  expect(balances).toContainEqual({
    currency: 'NGN',
    available: expect.stringMatching(/^\d+\.\d\d$/),
    reserved: expect.stringMatching(/^\d+\.\d\d$/),
  });
});

/** Reads the feed from its beginning until it has the reference, or to its end. */
async function findEvent(reference: string): Promise<GatewayEvent | undefined> {
  let after: string | undefined;
  for (;;) {
    const { events, next_after: next } = await client.events(after);
    const found = events.find((event) => event.reference === reference);
    if (found !== undefined || events.length === 0) return found;
    after = next;
  }
}

/** In front of the api: lets everything through but the answer on the first connection. */
async function openCuttingProxy() {
  let connections = 0;
  let cuts = 0;
  const { hostname, port } = new URL(urls.api);
  const server = createServer((incoming) => {
    connections += 1;
    const isFirst = connections === 1;
    const outgoing = connect(Number(port), hostname);
    for (const socket of [incoming, outgoing]) socket.on('error', () => socket.destroy());
    incoming.pipe(outgoing);
    if (!isFirst) return void outgoing.pipe(incoming);
    outgoing.once('data', () => {
      cuts += 1;
      incoming.destroy();
      outgoing.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, cuts: () => cuts, close: () => void server.close() };
}
