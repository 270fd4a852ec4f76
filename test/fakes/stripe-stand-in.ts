import type { IncomingMessage } from 'node:http';
import type { StripeObject } from './ask-stripe.js';
import { fault, list, ok, openStripe, type Asked, type Player, type Told } from './stripe-answers.js';
import { createTee, pass } from './stripe-proxy.js';
import { createPages } from './stripe-sessions.js';
import { createCardsOfWorld } from './stripe-stand-in-cards.js';
import { createElsewhere } from './stripe-stand-in-elsewhere.js';

/** A part of the stand-in's answers, changed: what a Stripe would say that is not as we believe. */
export type Wrong = (asked: Asked, told: Told) => Told;

/**
 * Stripe World, and what it does not play: pages, methods other than cards, the account, currencies, waits. That part is ours, and says what
 * Stripe's description says. Each request is shown to `witness`, a stripe-mock, as it was sent.
 */
export async function startStripeStandIn(worldUrl: string, witness: string | undefined) {
  const { refused, show } = createTee(witness);
  const seen: string[] = [];
  let wrong: Wrong | undefined;
  const players: readonly Player[] = [account, createPages(new Map()).play, createElsewhere()];
  const cards = createCardsOfWorld(async ({ method, path, query, form }, headers) => {
    const url = query.size > 0 ? `${path}?${query.toString()}` : path;
    const { status, body } = await pass(worldUrl, { method, url, headers }, form.toString());
    return { status, body: JSON.parse(body) as StripeObject };
  });

  async function answer(asked: Asked, request: IncomingMessage, sent: string): Promise<Told> {
    const { method, path } = asked;
    seen.push(`${method} ${path}`);
    await show(request, sent);
    const isStrange = path.startsWith('/v1/') && /sk_test_0+$/.test(request.headers.authorization ?? '');
    const played = isStrange ? fault(401) : players.map((play) => play(asked)).find((told) => told);
    const told = played ?? (await cards(asked, request.headers));
    return wrong?.(asked, told) ?? told;
  }

  return {
    ...(await openStripe(answer)),
    refused,
    seen,
    /** From now on, until it is told otherwise. */
    answerWrong(how: Wrong | undefined) {
      wrong = how;
    },
  };
}

const capabilities = ['card', 'ideal', 'multibanco', 'mb_way', 'pix', 'oxxo', 'mx_bank_transfer', 'payto'];
/** More at the same moment are too many. */
const atOnceMax = 25;

function account(asked: Asked): Told | undefined {
  switch (`${asked.method} ${asked.path}`) {
    case 'GET /v1/account':
      return ok({
        id: 'acct_1',
        object: 'account',
        capabilities: Object.fromEntries(capabilities.map((name) => [`${name}_payments`, 'active'])),
      });
    case 'GET /v1/webhook_endpoints': {
      const url = 'https://gw.example.com/provider-callbacks/stripe';
      return list([{ id: 'we_1', object: 'webhook_endpoint', url, api_version: '2026-08-26.dahlia' }]);
    }
    case 'POST /v1/payment_intents':
      return tooMany(asked.form.get('metadata[batch]')) ? fault(429, 'rate_limit') : undefined;
    default:
      return undefined;
  }
}

const counts = new Map<string, number>();

function tooMany(batch: string | null): boolean {
  if (batch === null) return false;
  const count = (counts.get(batch) ?? 0) + 1;
  counts.set(batch, count);
  return count > atOnceMax;
}
