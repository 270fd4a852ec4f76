import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { html } from '#runtime/html';
import type { EventLog } from '../event-log.js';
import { sendPage } from '../pages/page.js';
import type { MerchantInbox } from './merchant-inbox.js';

type Misbehaviour = { readonly answer?: string; readonly times?: string; readonly delay_ms?: string };

/** The shop's pages after a payment. */
const shopPages = {
  done: 'Thank you, your order is paid.',
  cancelled: 'You cancelled the payment. Your basket is still here.',
  failed: 'The payment did not work. You can try another way to pay.',
} as const;

/**
 * Plays the merchant. `?answer=500` in the callback URL makes it answer so, `&times=2` only to the first two callbacks of an
 * event, `&delay_ms=` makes it slow; it stores what it receives nevertheless.
 */
export function addMerchantRoutes(server: FastifyInstance, inbox: MerchantInbox, log: EventLog): void {
  const misanswered = new Map<string, number>();
  const listeners = new Set<(line: string) => void>();

  server.post<{ Body: Buffer; Querystring: Misbehaviour }>('/merchant/callbacks', async (request, reply) => {
    const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const { headers } = request;
    const { rawHeaders } = request.raw;
    const { valid } = inbox.receive({ target: request.url, headers, rawHeaders, rawBody });
    const line = JSON.stringify({ rawHeaders, rawBody: rawBody.toString('base64') });
    for (const tell of listeners) tell(line);
    const event = String(headers['webhook-id']);
    log('merchant callback', { event, valid: String(valid) });
    const delayMs = wholeNumber(request.query.delay_ms, 0);
    if (delayMs > 0) await wait(delayMs, undefined, { ref: false });
    return reply.code(statusFor(event, request.query)).send();
  });

  server.get<{ Querystring: { reference?: string } }>('/merchant/callbacks', ({ query: { reference } }) => ({
    callbacks: reference === undefined ? inbox.latest() : inbox.ofReference(reference),
  }));

  // One JSON line for each callback from now on, as it came: what `npm run listen` passes on.
  server.get('/merchant/callbacks/stream', (request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' });
    reply.raw.flushHeaders();
    const tell = (line: string) => reply.raw.write(`${line}\n`);
    listeners.add(tell);
    request.raw.once('close', () => listeners.delete(tell));
  });

  for (const [name, sentence] of Object.entries(shopPages)) {
    server.get(`/merchant/${name}`, (_request, reply) =>
      sendPage(
        reply,
        'Demo shop',
        html`<h1>Demo shop</h1>
          <p>${sentence}</p>`,
      ),
    );
  }

  function statusFor(event: string, asked: Misbehaviour): number {
    const status = wholeNumber(asked.answer, 200);
    const soFar = misanswered.get(event) ?? 0;
    if (asked.times !== undefined && soFar >= wholeNumber(asked.times, 0)) return 200;
    misanswered.set(event, soFar + 1);
    return status >= 200 && status <= 599 ? status : 200;
  }
}

function wholeNumber(text: string | undefined, otherwise: number): number {
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : otherwise;
}
