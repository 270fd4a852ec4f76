import type { GatewayClient } from '#client/gateway-client';
import { playLine } from './play-line.js';
import type { TourLine } from './tour-report.js';

const pageSize = 100;
/** The tour is the newest, but for what others do at the same time. */
const pagesMax = 10;

type Page = { readonly limit: number; readonly after: string | undefined };
type Named = { readonly reference: string };

/** What is asked of a gateway client. */
export type Lists = Pick<GatewayClient, 'sendTestCallback'> & {
  transactions(page: Page): Promise<{ transactions: readonly Named[]; next_after: string | null }>;
  callbacks(
    page: Page & { readonly state: readonly ['delivered'] },
  ): Promise<{ callbacks: readonly Named[]; next_after: string | null }>;
};
type Titles = Pick<TourLine, 'group' | 'title'>;

const group = 'Lists';
const titles = {
  transactions: { group, title: 'transactions of this tour, GET /v2/transactions' },
  callbacks: { group, title: 'their callbacks, delivered, GET /v2/callbacks' },
  test: { group, title: 'a test callback, POST /v2/callbacks/test' },
};

export const listTitles: readonly Titles[] = Object.values(titles);

/** What the tour did with the merchant's own key, by reference. */
export type Followed = {
  readonly all: readonly string[];
  /** References whose callback was delivered. */
  readonly delivered: readonly string[];
  readonly shopUrl: string;
};

/** Looks for the tour in the lists of the merchant (contract §7), and has a test callback sent. Never throws. */
export async function compareLists(client: Lists, followed: Followed): Promise<readonly TourLine[]> {
  const { all, delivered, shopUrl } = followed;
  return [
    await playLine({ ...titles.transactions, expected: listed(all) }, async () => {
      const found = await collect(async (after) => {
        const page = await client.transactions({ limit: pageSize, after });
        return [page.transactions.map(({ reference }) => reference), page.next_after];
      }, all);
      return listed(found);
    }),
    await playLine({ ...titles.callbacks, expected: listed(delivered) }, async () => {
      const found = await collect(async (after) => {
        const page = await client.callbacks({ state: ['delivered'], limit: pageSize, after });
        return [page.callbacks.map(({ reference }) => reference), page.next_after];
      }, delivered);
      return listed(found);
    }),
    await playLine({ ...titles.test, expected: 'HTTP 200' }, async () => {
      const { status, error } = await client.sendTestCallback(`${shopUrl}/callbacks`);
      return status === null ? String(error) : `HTTP ${status}`;
    }),
  ];
}

/** Which of the wanted references the first pages hold, newest first. */
async function collect(
  read: (after?: string) => Promise<readonly [references: readonly string[], nextAfter: string | null]>,
  wanted: readonly string[],
): Promise<readonly string[]> {
  const missing = new Set(wanted);
  let after: string | undefined;
  for (let page = 0; page < pagesMax && missing.size > 0; page += 1) {
    const [references, nextAfter] = await read(after);
    for (const reference of references) missing.delete(reference);
    if (nextAfter === null) break;
    after = nextAfter;
  }
  return wanted.filter((reference) => !missing.has(reference));
}

function listed(references: readonly string[]): string {
  return `${references.length} listed`;
}
