import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { openServer } from './loopback-server.js';

/** The provider of `docs/adding-a-provider.md`, as its description has it. */
export type Kiosk = {
  readonly url: string;
  readonly token: string;
  readonly callbackKey: string;
  readonly tickets: ReadonlyMap<string, Ticket>;
  /** The next ticket is opened, and its answer is lost. */
  loseNextAnswer(): void;
  /** The customer pays; the answer is the status that the callback got. With another key it is forged. */
  pay(ref: string, key?: string): Promise<number>;
  close(): void;
};
type Ticket = Readonly<Record<'ref' | 'ticket' | 'state' | 'total' | 'currency' | 'valid_until', string>> & {
  readonly notify: string;
};

export async function startKiosk(): Promise<Kiosk> {
  const token = 'kiosk-token';
  const callbackKey = 'ab'.repeat(32);
  const tickets = new Map<string, Ticket>();
  let isNextLost = false;

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.headers.authorization !== `Bearer ${token}`) return answer(response, 401, { error: 'token' });
    if (request.method === 'GET') {
      const ticket = tickets.get(decodeURIComponent(String(request.url).replace('/tickets/', '')));
      return ticket ? answer(response, 200, ticket) : answer(response, 404, { error: 'no_such_ticket' });
    }
    const order = JSON.parse((await buffer(request)).toString()) as Ticket;
    const ticket = { ...order, ticket: `K-${tickets.size + 1}`, state: 'open' };
    tickets.set(order.ref, ticket);
    if (!isNextLost) return answer(response, 201, ticket);
    isNextLost = false;
    request.socket.destroy();
  };
  const server = await openServer(serve);

  return {
    url: server.url,
    close: () => server.close(),
    token,
    callbackKey,
    tickets,
    loseNextAnswer: () => void (isNextLost = true),
    async pay(ref, key = callbackKey) {
      const ticket = tickets.get(ref);
      if (!ticket) throw new Error(`The kiosk has no ticket ${ref}`);
      const paid = { ...ticket, state: 'paid' };
      if (key === callbackKey) tickets.set(ref, paid);
      const body = JSON.stringify({ ...paid, event: `evt-${ref}-${key.slice(0, 2)}` });
      const mac = createHmac('sha256', Buffer.from(key, 'hex')).update(body).digest('hex');
      const headers = { 'content-type': 'application/json', 'x-kiosk-mac': mac };
      return (await fetch(ticket.notify, { method: 'POST', headers, body })).status;
    },
  };
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
