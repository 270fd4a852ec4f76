import * as fc from 'fast-check';
import type { TransactionType } from '#domain/transaction/status';
import { createBody } from './create-body.js';
import { earlier, type FuzzContext, type Place } from './fuzz-context.js';

type At<Part> = fc.Arbitrary<(place: Place) => Part>;

/** A well-formed request; what it refers to may not exist. */
type Valid = {
  readonly method: 'GET' | 'POST';
  readonly target: At<string>;
  /** Absent: it is sent without a body. */
  readonly body?: At<object>;
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
  readonly valid: (context: FuzzContext) => Valid;
};

const echoesPersons = true;
const waits = fc.constantFrom('', '', '?wait=0', '?wait=1', '?wait=');
const redeliveries = fc
  .tuple(
    fc.constantFrom('2026-01-01T00:00:00Z', '2030-01-01T00:00:00.000000001+01:00'),
    fc.constantFrom({}, { to: '2026-01-02T00:00:00Z' }, { states: ['stopped', 'exhausted'] }),
  )
  .map(([from, further]) => () => ({ from, ...further }));

/** Every endpoint of specification §2 and contract §7; a new one is a new row. */
export const endpoints: readonly Endpoint[] = [
  signed('payment', 40, (context) => post(to('/v2/payment'), createBody('payment', context)), {
    registers: 'payment',
  }),
  signed('payout', 14, (context) => post(to('/v2/payout'), createBody('payout', context)), {
    registers: 'payout',
    echoesPersons,
  }),
  signed('routing/explain', 4, (context) =>
    post(to('/v2/routing/explain'), fc.oneof(createBody('payment', context), createBody('payout', context))),
  ),
  signed('check payment', 6, (context) => get(ofEarlier(context, '/v2/payment/', waits))),
  signed('check payout', 4, (context) => get(ofEarlier(context, '/v2/payout/', waits)), { echoesPersons }),
  signed('cancel payment', 3, (context) => post(ofEarlier(context, '/v2/payment/', fc.constant('/cancel')))),
  signed('cancel payout', 3, (context) => post(ofEarlier(context, '/v2/payout/', fc.constant('/cancel'))), {
    echoesPersons,
  }),
  signed(
    'bank-code challenge',
    5,
    (context) =>
      post(
        to('/v2/payout/challenge/bank-code'),
        fc.tuple(earlier(context), fc.integer({ min: 1, max: 999 })).map(([reference, code]) => (place) => ({
          reference: reference(place),
          bank_code: String(code).padStart(3, '0'),
        })),
      ),
    { echoesPersons },
  ),
  signed('Mexico challenge', 5, (context) =>
    post(
      to('/v2/payment/challenge/bank-transfer-mexico'),
      fc.tuple(earlier(context), fc.nat(99_999_999)).map(([reference, key]) => (place) => ({
        reference: reference(place),
        tracking_key: `FZ${key}`,
        sender_bank: 'BBVA',
        sender_clabe: '032180000118359719',
        transferred_at: '2026-01-05T10:00:00Z',
      })),
    ),
  ),
  signed('banks of Africa', 3, () =>
    get(to(...['NG', 'GH', 'KE', 'SN', 'DE'].map((code) => `/v2/bank/africa?country_code=${code}`))),
  ),
  signed('transactions', 3, () =>
    get(
      to(
        '/v2/transactions',
        '/v2/transactions?limit=5',
        '/v2/transactions?type=payout&status=pending,success',
        '/v2/transactions?method=card&currency=EUR',
        '/v2/transactions?created_from=2026-01-01T00:00:00%2B01:00&created_to=2030-01-01T00:00:00Z',
      ),
    ),
  ),
  signed('balance', 1, () => get(to('/v2/balance'))),
  signed('balance entries', 2, () =>
    get(
      to(
        ...['', '?limit=5', '?currency=NGN', '?after=&currency=BRL'].map(
          (query) => `/v2/balance/entries${query}`,
        ),
      ),
    ),
  ),
  signed('methods', 1, () => get(to('/v2/methods'))),
  signed('events', 2, () => get(to('/v2/events', '/v2/events?after='))),
  signed('callbacks', 2, () =>
    get(to('/v2/callbacks', '/v2/callbacks?limit=5', '/v2/callbacks?state=exhausted,stopped')),
  ),
  signed('callback', 2, () => get(ofUnknownEvent(''))),
  signed('test callback', 2, () =>
    post(to('/v2/callbacks/test'), bodies({}, { callback_url: 'http://127.0.0.1:1/' })),
  ),
  signed('redeliver', 2, () => post(ofUnknownEvent('/redeliver'))),
  signed('redeliver many', 2, () => post(to('/v2/callbacks/redeliver'), redeliveries)),
  unsigned('provider callbacks', 5, () =>
    post(
      to(...['sandbox', 'sandbox', 'v2', 'unknown'].map((provider) => `/provider-callbacks/${provider}`)),
      fc.nat(1e9).map((number) => () => ({
        charge: `no-such-charge-${number}`,
        reference: 'no-such-reference-1',
        status: 'success',
        amount: '10.00',
        currency: 'EUR',
      })),
    ),
  ),
  unsigned('health', 1, () => get(to('/health/live', '/health/ready'))),
  unsigned('docs', 1, () => get(to('/docs', '/openapi.json', '/docs/swagger-ui.css'))),
  signed('unknown under /v2', 2, () =>
    get(to('/v2', '/v2/', '/v2/payments', '/v2/payment/a/b', '/v2/payout/a/b')),
  ),
  unsigned('unknown', 1, () => get(to('/', '/v1/payment', '/favicon.ico', '/robots.txt', '/.env', '/v2x'))),
];

/** The row of this name. Throws if there is none. */
export function endpointNamed(wanted: string): Endpoint {
  const endpoint = endpoints.find(({ name }) => name === wanted);
  if (!endpoint) throw new Error(`there is no endpoint ${wanted}`);
  return endpoint;
}

function signed(
  name: string,
  weight: number,
  valid: Endpoint['valid'],
  further: Pick<Endpoint, 'registers' | 'echoesPersons'> = {},
): Endpoint {
  return { name, weight, isSigned: true, valid, ...further };
}

function unsigned(name: string, weight: number, valid: Endpoint['valid']): Endpoint {
  return { name, weight, isSigned: false, valid };
}

function get(target: At<string>): Valid {
  return { method: 'GET', target };
}

function post(target: At<string>, body?: At<object>): Valid {
  return { method: 'POST', target, ...(body && { body }) };
}

function to(...targets: readonly string[]): At<string> {
  return fc.constantFrom(...targets).map((target) => () => target);
}

function bodies(...choices: readonly object[]): At<object> {
  return fc.constantFrom(...choices).map((body) => () => body);
}

function ofEarlier(context: FuzzContext, path: string, endings: fc.Arbitrary<string>): At<string> {
  return fc.tuple(earlier(context), endings).map(
    ([reference, ending]) =>
      (place) =>
        `${path}${reference(place)}${ending}`,
  );
}

function ofUnknownEvent(ending: string): At<string> {
  return fc.nat(1e9).map((number) => () => `/v2/callbacks/evt_${number.toString(36)}${ending}`);
}
