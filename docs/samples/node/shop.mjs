import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { isGenuine, signRequest } from './gateway.mjs';

/** A payment from its creation to its verified callback: `SECRET=… CALLBACK_SECRET=… node shop.mjs` */
const { GATEWAY = 'http://localhost:3000', KEY_ID = 'mk_test_demo', PORT = '8080' } = process.env;
const { SECRET, CALLBACK_SECRET, SCENARIO } = process.env;
const order = { reference: `order-${Date.now()}`, amount: '10.10', currency: 'EUR' };

const seen = new Set(); // in your database, in the transaction that also changes the order
const receiver = createServer((request, response) => void receive(request, response)).listen(
  PORT,
  '127.0.0.1',
);
await once(receiver, 'listening');
const { port } = receiver.address();
console.log(`listening: ${port}`);

async function receive(request, response) {
  const body = await buffer(request);
  if (!isGenuine(request.headers, body, CALLBACK_SECRET)) return response.writeHead(401).end();
  const isEnded = book(JSON.parse(body));
  response.setHeader('Connection', 'close').end(); // 200 only now: what is booked is not told again
  if (isEnded) receiver.close();
}

/** Whether it was the end of our order, told for the first time. */
function book(event) {
  if (event.type !== 'payment' || event.reference !== order.reference || seen.has(event.event_id))
    return false;
  seen.add(event.event_id);
  const isRight = Number(event.amount) === Number(order.amount) && event.currency === order.currency;
  console.log(`callback: ${event.reference} ${isRight ? event.status : 'another amount'}`);
  return true;
}

/** Sends the same bytes, each time with a new signature, until an answer says what became of them. */
async function send(path, body) {
  const method = body === undefined ? 'GET' : 'POST';
  for (let tries = 0; tries < 20; tries += 1) {
    const { host } = new URL(GATEWAY);
    const headers = signRequest({ keyId: KEY_ID, secret: SECRET, method, host, path, body });
    const sent = fetch(GATEWAY + path, { method, headers, body, signal: AbortSignal.timeout(40_000) });
    const answer = await sent.catch(() => undefined); // no answer: as a 504
    if (answer && ![429, 503, 504].includes(answer.status)) return answer.json();
    await sleep(1000 * Number(answer?.headers.get('retry-after') ?? 1));
  }
  throw new Error('No answer: ask again later, with the same reference');
}

const request = {
  ...order,
  method: 'ideal',
  mode: 'initial',
  amount: 10.1,
  customer: { identifier: 'c-1', first_name: 'Anna', last_name: 'de Vries', country: 'NL' },
  callback_url: `http://127.0.0.1:${port}/hooks`,
  ...(SCENARIO && { extra: { meta: { sandbox: SCENARIO } } }),
};
let created = await send('/v2/payment', JSON.stringify(request));
// Ours, but the answer to an earlier try was lost.
if (created.error_code === 108 && created.identifier) created = await send(`/v2/payment/${order.reference}`);
if (created.error_code) throw new Error(`${created.error_reason}: ${created.description}`);
console.log(`created: ${created.reference} ${created.status}`);
const next = created.challenge?.challenge_redirect?.url;
if (next) console.log(`send the customer to: ${next}`);
