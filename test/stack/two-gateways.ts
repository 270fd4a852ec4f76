import type { TransactionType } from '#domain/transaction/status';
import type { Books } from '../witnesses/books.js';
import { startBreakableSystem, type BreakableSystem } from './breakable-system.js';
import { journalOf } from '../witnesses/journal.js';
import { ownLane, portsOf } from './lane.js';
import { goldenKey, type Merchant } from '../fakes/merchant.js';
import type { Setting } from './start-test-stack.js';
import { createWitness, type Witness } from '../witnesses/witness.js';

/** One gateway in front of another, whose provider is the sandbox. */
export type TwoGateways = {
  readonly front: BreakableSystem;
  readonly upstream: BreakableSystem;
  /** A merchant of the front gateway, and its books. */
  readonly merchant: Merchant;
  readonly books: Books;
  /** By the front gateway's identifiers: the sandbox's journal, and the callbacks that its merchant got. */
  readonly witness: Witness;
  /** What the upstream gateway knows of an attempt of the front gateway; nothing when it knows nothing. */
  readonly recordAt: (
    type: TransactionType,
    identifier: unknown,
    attempt?: number,
  ) => Promise<Row | undefined>;
  /** The ways that the front gateway has tried, in order. */
  readonly attemptsOf: (identifier: unknown) => Promise<readonly Row[]>;
  stop(): Promise<void>;
};
type Row = Readonly<Record<string, unknown>>;

/** The front gateway's ways to the upstream one: as which of its merchants, with which key. */
const accounts: Readonly<Record<string, { readonly key_id: string; readonly secret: string }>> = {
  upstream: { key_id: 'mk_test_demo', secret: goldenKey },
  upstream_card_only: { key_id: 'mk_test_card_only', secret: goldenKey },
  upstream_poor: { key_id: 'mk_test_poor', secret: goldenKey },
  upstream_stranger: { key_id: 'mk_test_demo', secret: Buffer.alloc(32).toString('base64') },
};
const callbackKey = { callback_key_id: 'ck_test', callback_secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' };

/** Starts both at once. Every project of the front gateway goes upstream, those of `routes` by these MIDs in order. */
export async function startTwoGateways(
  routes: Readonly<Record<string, readonly string[]>>,
): Promise<TwoGateways> {
  const ports = portsOf(await ownLane(), 'upstream');
  const urls = {
    api: `http://localhost:${ports['API_PORT']}`,
    sandbox: `http://localhost:${ports['SANDBOX_PORT']}`,
  };
  const [upstream, front] = await bothOrNone(
    startBreakableSystem({ place: 'upstream' }),
    startBreakableSystem({ settings: frontSettings(urls, routes) }),
  );
  const { merchant, books } = front;
  const recordAt: TwoGateways['recordAt'] = async (type, identifier, attempt = 1) => {
    const { status, body } = await upstream.merchant.get(`/v2/${type}/${String(identifier)}-${attempt}`);
    return status === 404 ? undefined : body;
  };
  const attemptsOf: TwoGateways['attemptsOf'] = (identifier) =>
    books.rows('select n, mid, state, detail from attempts where identifier = $1 order by n', identifier);
  const charges: Witness['charges'] = async (identifier) => {
    const attempts = await attemptsOf(identifier);
    const records = await Promise.all(
      attempts.flatMap(({ n }) => [
        recordAt('payment', identifier, Number(n)),
        recordAt('payout', identifier, Number(n)),
        recordAt('refund', identifier, Number(n)),
      ]),
    );
    const known = records.filter((record) => record !== undefined);
    const journals = known.map((record) => journalOf(urls.sandbox, record['identifier']));
    return (await Promise.all(journals)).flat();
  };
  return {
    front,
    upstream,
    merchant,
    books,
    witness: { ...createWitness(urls.sandbox), charges },
    recordAt,
    attemptsOf,
    async stop() {
      await Promise.all([front.stop(), upstream.stop()]);
    },
  };
}

/** When one does not start, the other is stopped. */
async function bothOrNone(...starting: readonly [Promise<BreakableSystem>, Promise<BreakableSystem>]) {
  try {
    return await Promise.all(starting);
  } catch (error) {
    for (const started of await Promise.allSettled(starting)) {
      if (started.status === 'fulfilled') await started.value.stop();
    }
    throw error;
  }
}

function frontSettings(
  { api, sandbox }: { readonly api: string; readonly sandbox: string },
  routes: Readonly<Record<string, readonly string[]>>,
): readonly Setting[] {
  const way = (mid: string) => ({ mid, bank_code_challenges: ['provider_banks'] });
  return [
    // The upstream gateway has given its own answer by then, a 504 too.
    [['timing', 'response_deadline'], '10s'],
    [['timing', 'provider_call'], '8s'],
    [['providers', 'upstream'], { connector: 'v2', base_url: api }],
    ...Object.entries(accounts).map(([mid, account]): Setting => [
      ['mids', mid],
      { provider: 'upstream', credentials: { ...account, ...callbackKey } },
    ]),
    [['project_defaults', 'routes'], [way('upstream')]],
    [
      ['project_defaults', 'default_urls'],
      {
        callback_url: `${sandbox}/merchant/callbacks`,
        redirect_url: `${sandbox}/merchant/done`,
        cancel_url: `${sandbox}/merchant/cancelled`,
        error_url: `${sandbox}/merchant/failed`,
      },
    ],
    ...Object.entries(routes).map(([project, mids]): Setting => [
      ['projects', project, 'routes'],
      mids.map(way),
    ]),
  ];
}
