import type { TransactionType } from '#domain/transaction/status';
import type { Random } from '../fakes/seeded-random.js';
import { createBody } from './create-body.js';
import { referenceOf, type FuzzContext } from './fuzz-context.js';

type ValidRequest = {
  readonly method: 'GET' | 'POST';
  readonly target: string;
  readonly body?: object;
};

export type Endpoint = {
  readonly name: string;
  /** How often it is asked, in comparison with the others. */
  readonly weight: number;
  /** Under `/v2`. */
  readonly isSigned: boolean;
  /** It registers transactions: every accepted call has one, every other call none. */
  readonly registers?: TransactionType;
  /** It answers with what the request says of persons (contract §6, Africa payouts). */
  readonly echoesPersons?: true;
  /** A request that nothing is wrong with, apart from what it may name that does not exist. */
  readonly valid: (random: Random, context: FuzzContext, index: number) => ValidRequest;
};

/** Every endpoint of specification §2 and contract §7; a new one is a new row. */
export const endpoints: readonly Endpoint[] = [
  {
    name: 'payment',
    weight: 40,
    isSigned: true,
    registers: 'payment',
    valid: (random, context, index) => create('/v2/payment', createBody(random, 'payment', context, index)),
  },
  {
    name: 'payout',
    weight: 14,
    isSigned: true,
    registers: 'payout',
    echoesPersons: true,
    valid: (random, context, index) => create('/v2/payout', createBody(random, 'payout', context, index)),
  },
  {
    name: 'routing/explain',
    weight: 4,
    isSigned: true,
    valid: (random, context, index) =>
      create('/v2/routing/explain', createBody(random, random.pick(['payment', 'payout']), context, index)),
  },
  {
    name: 'check payment',
    weight: 6,
    isSigned: true,
    valid: (random, context, index) => get(`/v2/payment/${earlier(random, context, index)}${wait(random)}`),
  },
  {
    name: 'check payout',
    weight: 4,
    isSigned: true,
    echoesPersons: true,
    valid: (random, context, index) => get(`/v2/payout/${earlier(random, context, index)}${wait(random)}`),
  },
  {
    name: 'cancel payment',
    weight: 3,
    isSigned: true,
    valid: (random, context, index) => create(`/v2/payment/${earlier(random, context, index)}/cancel`),
  },
  {
    name: 'cancel payout',
    weight: 3,
    isSigned: true,
    echoesPersons: true,
    valid: (random, context, index) => create(`/v2/payout/${earlier(random, context, index)}/cancel`),
  },
  {
    name: 'bank-code challenge',
    weight: 5,
    isSigned: true,
    echoesPersons: true,
    valid: (random, context, index) =>
      create('/v2/payout/challenge/bank-code', {
        reference: earlier(random, context, index),
        bank_code: String(random.whole(1, 999)).padStart(3, '0'),
      }),
  },
  {
    name: 'Mexico challenge',
    weight: 5,
    isSigned: true,
    valid: (random, context, index) =>
      create('/v2/payment/challenge/bank-transfer-mexico', {
        reference: earlier(random, context, index),
        tracking_key: `FZ${random.whole(1, 99_999_999)}`,
        sender_bank: 'BBVA',
        sender_clabe: '032180000118359719',
        transferred_at: '2026-01-05T10:00:00Z',
      }),
  },
  {
    name: 'banks of Africa',
    weight: 3,
    isSigned: true,
    valid: (random) => get(`/v2/bank/africa?country_code=${random.pick(['NG', 'GH', 'KE', 'SN', 'DE'])}`),
  },
  {
    name: 'transactions',
    weight: 3,
    isSigned: true,
    valid: (random) =>
      get(
        `/v2/transactions${random.pick([
          '',
          '?limit=5',
          '?type=payout&status=pending,success',
          '?method=card&currency=EUR',
          '?created_from=2026-01-01T00:00:00%2B01:00&created_to=2030-01-01T00:00:00Z',
        ])}`,
      ),
  },
  { name: 'balance', weight: 1, isSigned: true, valid: () => get('/v2/balance') },
  {
    name: 'balance entries',
    weight: 2,
    isSigned: true,
    valid: (random) =>
      get(`/v2/balance/entries${random.pick(['', '?limit=5', '?currency=NGN', '?after=&currency=BRL'])}`),
  },
  { name: 'methods', weight: 1, isSigned: true, valid: () => get('/v2/methods') },
  {
    name: 'events',
    weight: 2,
    isSigned: true,
    valid: (random) => get(random.chance(0.5) ? '/v2/events' : '/v2/events?after='),
  },
  {
    name: 'callbacks',
    weight: 2,
    isSigned: true,
    valid: (random) => get(`/v2/callbacks${random.pick(['', '?limit=5', '?state=exhausted,stopped'])}`),
  },
  {
    name: 'callback',
    weight: 2,
    isSigned: true,
    valid: (random) => get(`/v2/callbacks/evt_${random.whole(1, 1e9).toString(36)}`),
  },
  {
    name: 'test callback',
    weight: 2,
    isSigned: true,
    valid: (random) =>
      create('/v2/callbacks/test', random.pick([{}, { callback_url: 'http://127.0.0.1:1/' }])),
  },
  {
    name: 'redeliver',
    weight: 2,
    isSigned: true,
    valid: (random) => create(`/v2/callbacks/evt_${random.whole(1, 1e9).toString(36)}/redeliver`),
  },
  {
    name: 'redeliver many',
    weight: 2,
    isSigned: true,
    valid: (random) =>
      create('/v2/callbacks/redeliver', {
        from: random.pick(['2026-01-01T00:00:00Z', '2030-01-01T00:00:00.000000001+01:00']),
        ...random.pick([{}, { to: '2026-01-02T00:00:00Z' }, { states: ['stopped', 'exhausted'] }]),
      }),
  },
  {
    name: 'provider callbacks',
    weight: 5,
    isSigned: false,
    valid: (random) =>
      create(`/provider-callbacks/${random.pick(['sandbox', 'sandbox', 'v2', 'nobody'])}`, {
        charge: `no-such-charge-${random.whole(1, 1e9)}`,
        reference: 'no-such-reference-1',
        status: 'success',
        amount: '10.00',
        currency: 'EUR',
      }),
  },
  {
    name: 'health',
    weight: 1,
    isSigned: false,
    valid: (random) => get(random.pick(['/health/live', '/health/ready'])),
  },
  {
    name: 'docs',
    weight: 1,
    isSigned: false,
    valid: (random) => get(random.pick(['/docs', '/openapi.json', '/docs/swagger-ui.css'])),
  },
  {
    name: 'unknown under /v2',
    weight: 2,
    isSigned: true,
    valid: (random) => get(random.pick(['/v2', '/v2/', '/v2/payments', '/v2/payment/a/b', '/v2/payout/a/b'])),
  },
  {
    name: 'unknown',
    weight: 1,
    isSigned: false,
    valid: (random) => get(random.pick(['/', '/v1/payment', '/favicon.ico', '/robots.txt', '/.env', '/v2x'])),
  },
];

/** One of a request shortly before, whether that was accepted or not. */
function earlier(random: Random, context: FuzzContext, index: number): string {
  return referenceOf(context, Math.max(0, index - random.whole(1, 60)));
}

function wait(random: Random): string {
  return random.pick(['', '', '?wait=0', '?wait=1', '?wait=']);
}

function create(target: string, body?: object): ValidRequest {
  return { method: 'POST', target, ...(body && { body }) };
}

function get(target: string): ValidRequest {
  return { method: 'GET', target };
}

/** The row of this name. Throws if the name is unknown. */
export function endpointNamed(wanted: string): Endpoint {
  const endpoint = endpoints.find(({ name }) => name === wanted);
  if (!endpoint) throw new Error(`there is no endpoint ${wanted}`);
  return endpoint;
}
