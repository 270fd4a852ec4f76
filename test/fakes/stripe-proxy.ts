import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { openServer } from './loopback-server.js';
import { until } from '../witnesses/until.js';

/**
 * What happens to the next request of a path:
 * - `lost`: it does not arrive.
 * - `cut`: it arrives; its answer does not.
 * - `broken`: it arrives; its answer is made a 500.
 * - `garbled`: it arrives; its answer cannot be read.
 * - `late`: it arrives; its answer comes when it is released.
 * - `silent`: it arrives; no answer comes, and nobody hangs up.
 * - `held`: its caller is cut off, and it arrives when it is released.
 */
export type Mishap = 'lost' | 'cut' | 'broken' | 'garbled' | 'late' | 'silent' | 'held';

export type Answer = { readonly status: number; readonly body: string };

/** What became of a request; without a status it has not arrived. */
type Seen = {
  readonly line: string;
  readonly amount: string | undefined;
  readonly status: number | undefined;
  readonly mishap: Mishap | undefined;
};

export type StripeProxy = {
  readonly url: string;
  /** Requests that `witness` has refused: line, form and answer. */
  readonly refused: readonly string[];
  readonly seen: readonly Seen[];
  /**
   * The next request whose path ends like this meets a mishap; `amount`: the next one about the payment of so many minor units,
   * so that several payments can be under way.
   */
  next(pathEnd: string, mishap: Mishap, amount?: number): void;
  /** Waits for a request that is held or an answer that is late, lets it through, and returns how it was answered. */
  release(amount?: number): Promise<Answer>;
  close(): void;
};

type Planned = { readonly pathEnd: string; readonly mishap: Mishap; readonly amount: string | undefined };
type Held = { readonly amount: string | undefined; readonly letThrough: () => Promise<Answer> };

/**
 * A lossy way to Stripe World. Stripe World does not know `return_url`, which is left out on the way, and has no pages, of which the
 * list is empty here; every request is shown to `witness`, a stripe-mock, as it was sent.
 */
export async function startStripeProxy(worldUrl: string, witness: string | undefined): Promise<StripeProxy> {
  const seen: Seen[] = [];
  const { refused, show } = createTee(witness);
  const amounts = createAmounts();
  const planned: Planned[] = [];
  const held: Held[] = [];

  const mishapOf = ({ url = '' }: IncomingMessage, amount: string | undefined) => {
    const path = pathOf(url);
    const isMet = (plan: Planned) =>
      path.endsWith(plan.pathEnd) && (plan.amount === undefined || plan.amount === amount);
    const index = planned.findIndex(isMet);
    return index < 0 ? undefined : planned.splice(index, 1)[0]?.mishap;
  };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const form = await text(request);
    const amount = amounts.of(request, form);
    const mishap = mishapOf(request, amount);
    const see = (status?: number) =>
      void seen.push({ line: `${request.method} ${request.url}`, amount, status, mishap });
    await show(request, form);
    const forward = async () => {
      const answer = isListOfPages(request) ? noPages : await pass(worldUrl, request, withoutReturnUrl(form));
      amounts.learn(request, amount, answer);
      see(answer.status);
      return answer;
    };
    if (mishap === 'held') held.push({ amount, letThrough: forward });
    if (mishap === 'lost') see();
    const isLost = mishap === 'lost' || mishap === 'held';
    const answer = isLost ? undefined : await forward();
    if (!answer || mishap === 'cut') return void request.socket.destroy();
    if (mishap === 'silent') return;
    if (mishap === 'late') await untilReleased(amount, answer);
    const { status, body } = damaged(answer, mishap);
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  };
  const untilReleased = (amount: string | undefined, answer: Answer) =>
    new Promise<void>((resolve) => {
      held.push({
        amount,
        letThrough: () => {
          resolve();
          return Promise.resolve(answer);
        },
      });
    });

  return {
    ...(await openServer(serve)),
    refused,
    seen,
    next(pathEnd, mishap, amount) {
      planned.push({ pathEnd, mishap, amount: amount?.toString() });
    },
    async release(amount) {
      const wanted = amount?.toString();
      const isWanted = (one: Held) => wanted === undefined || one.amount === wanted;
      const index = await until(
        () => Promise.resolve(held.findIndex(isWanted)),
        (found) => found >= 0,
      );
      const [one] = held.splice(index, 1);
      if (!one) throw new Error('no request or answer is held');
      return one.letThrough();
    },
  };
}

/** Which payment a request is about, by the amount of its intent, as text in minor units. */
function createAmounts() {
  const byIntent = new Map<string, string>();
  return {
    of({ url = '' }: IncomingMessage, form: string): string | undefined {
      const [fields, query] = [new URLSearchParams(form), new URL(url, 'http://stripe').searchParams];
      const inPath = /\/payment_intents\/([^/]+)/.exec(pathOf(url))?.[1];
      const intent = inPath ?? fields.get('payment_intent') ?? query.get('payment_intent');
      return intent === null ? (fields.get('amount') ?? undefined) : byIntent.get(intent);
    },
    learn({ method, url = '' }: IncomingMessage, amount: string | undefined, { status, body }: Answer): void {
      if (method !== 'POST' || pathOf(url) !== '/v1/payment_intents' || status !== 200) return;
      const { id } = JSON.parse(body) as { readonly id: string };
      if (amount !== undefined) byIntent.set(id, amount);
    },
  };
}

const pathOf = (url: string): string => url.split('?')[0] ?? '';

/** Shows requests to a stripe-mock, and keeps those that it refuses: line, form and answer. */
export function createTee(mockUrl: string | undefined) {
  const refused: string[] = [];
  return {
    refused,
    show: async (request: IncomingMessage, form: string): Promise<void> => {
      if (mockUrl === undefined) return;
      const { status, body } = await pass(mockUrl, request, form);
      if (status !== 200) refused.push(`${request.method} ${request.url} ${form}: ${status} ${body}`);
    },
  };
}

export async function pass(
  target: string,
  { method = '', url = '', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  form: string,
): Promise<Answer> {
  const answer = await fetch(`${target}${url}`, {
    method,
    headers: ownHeaders(headers),
    ...(method !== 'GET' && { body: form }),
  });
  return { status: answer.status, body: await answer.text() };
}

/** Which Stripe World does not know. */
export function withoutReturnUrl(form: string): string {
  const parameters = new URLSearchParams(form);
  parameters.delete('return_url');
  return parameters.toString();
}

const kept = ['authorization', 'content-type', 'idempotency-key', 'stripe-version'];

function ownHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(kept.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])));
}

function isListOfPages({ method, url = '' }: IncomingMessage): boolean {
  return method === 'GET' && pathOf(url) === '/v1/checkout/sessions';
}

const noPages: Answer = {
  status: 200,
  body: JSON.stringify({ object: 'list', data: [], has_more: false, url: '/v1/checkout/sessions' }),
};

function damaged(answer: Answer, mishap: Mishap | undefined): Answer {
  if (mishap === 'broken') return { status: 500, body: 'Internal Server Error' };
  return mishap === 'garbled' ? { ...answer, body: answer.body.slice(0, -1) } : answer;
}
