import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../../tools/demo/percentile.js';
import { developmentKeyId, developmentSecret, poorKeyId } from '../../../tools/demo/development-key.js';
import { createGatewayClient } from '#client/gateway-client';
import { measureRound } from '../measures/measure-round.js';
import { paymentBody } from '../payment/transaction-drivers.js';
import type { BenchOptions } from '../read-options.js';
import type { Stage } from '../stage.js';

/** Milliseconds; undefined where there was none. */
type Times = { readonly p50: number; readonly p99: number } | undefined;

export type TenantResult = {
  /** Creates that were sent, and how many of them were answered so. */
  readonly offered: number;
  readonly accepted: number;
  readonly refused: number;
  /** By HTTP status, or `none` for no answer. */
  readonly failed: Readonly<Record<string, number>>;
  readonly createMs: Times;
  readonly refusalMs: Times;
  /** From the registration to the final state, of all that were registered. */
  readonly finalMs: Times;
  /** From the final state to the callback's arrival. */
  readonly callbackMs: Times;
  /** Payments that ended while the load lasted. */
  readonly endedPerSecond: number;
};

export type OverloadResult = {
  /** Payments per second, as many at once as the throughput is measured with. */
  readonly bestPerSecond: number;
  readonly seconds: number;
  readonly loads: readonly {
    /** Offered load in multiples of the best. */
    readonly times: number;
    readonly tenants: Readonly<Record<Tenant, TenantResult>>;
    /** From the end of the load until nothing was under way; undefined: not within ten minutes. */
    readonly quietSeconds: number | undefined;
    /** Registered payments that had not ended then. */
    readonly open: number;
  }[];
};

const keyIds = { flooding: developmentKeyId, modest: poorKeyId } as const;
type Tenant = keyof typeof keyIds;
const tenants: readonly Tenant[] = ['flooding', 'modest'];

const best = { parallel: 32, transactions: 480 };
/** What the modest one sends at every load: a share of the best. */
const modestShare = 0.2;
const tickMs = 20;
const quietMaxMs = 600_000;
const quietPollMs = 100;
/** Until no limit of the load before is in force. */
const restMs = 20_000;

/** Offers payments of two merchants at fixed rates, whatever becomes of them. */
export async function measureOverload(stage: Stage, options: BenchOptions): Promise<OverloadResult> {
  const { report } = stage;
  const seconds = options.overloadSeconds;
  const bestPerSecond = await report.step('Measuring the best', async (progress) => {
    const { transactions, seconds: taken } = await measureRound(stage, stage.payment, best);
    progress.done(`the best: ${(transactions / taken).toFixed(1)} per second`);
    return transactions / taken;
  });
  const loads: OverloadResult['loads'][number][] = [];
  for (const times of options.loads)
    loads.push(
      await report.step(`Offering ${times} × the best for ${seconds} s`, () =>
        measureLoad(stage, times, {
          seconds,
          perSecond: {
            flooding: (times - modestShare) * bestPerSecond,
            modest: modestShare * bestPerSecond,
          },
        }),
      ),
    );
  return { bestPerSecond, seconds, loads };
}

type Offer = { readonly seconds: number; readonly perSecond: Readonly<Record<Tenant, number>> };
type Sent = { readonly tenant: Tenant; readonly answer: string; readonly ms: number };

async function measureLoad(
  stage: Stage,
  times: number,
  { seconds, perSecond }: Offer,
): Promise<OverloadResult['loads'][number]> {
  const run = `overload_${randomUUID().slice(0, 8)}`;
  const send = createSender(stage, run);
  const under: Promise<Sent>[] = [];
  const offered = { flooding: 0, modest: 0 };
  const beganAt = performance.now();
  const passed = () => (performance.now() - beganAt) / 1_000;
  while (passed() < seconds) {
    for (const tenant of tenants)
      for (; offered[tenant] < passed() * perSecond[tenant]; offered[tenant] += 1) under.push(send(tenant));
    await sleep(tickMs);
  }
  const [{ now } = { now: '' }] = await stage.database.query<{ now: string }>(
    'select clock_timestamp()::text as now',
  );
  const sent = await Promise.all(under);
  const quietSeconds = await untilQuiet(stage, beganAt + seconds * 1_000);
  await sleep(restMs);
  const rows = await stage.database.query<Row>(
    `select identifier, split_part(reference, '-', 2) as tenant, finished_at < $2::timestamptz as "inTime",
      (extract(epoch from finished_at - created_at) * 1000)::float8 as ms,
      (extract(epoch from finished_at) * 1000)::float8 as "finishedAt"
     from transactions where reference like $1 || '-%'`,
    [run, now],
  );
  const resultOf = (tenant: Tenant) =>
    summarise(
      sent.filter((one) => one.tenant === tenant),
      rows
        .filter((one) => one.tenant === tenant)
        .map((row) => ({ ...row, callbackAt: stage.inbox.arrivals(row.identifier)[0] })),
      seconds,
    );
  return {
    times,
    tenants: { flooding: resultOf('flooding'), modest: resultOf('modest') },
    quietSeconds,
    open: rows.filter(({ ms }) => ms === null).length,
  };
}

/** A create, sent once: who is refused does not come again. */
function createSender({ apiUrls, inbox }: Stage, run: string): (tenant: Tenant) => Promise<Sent> {
  const clientsOf = (tenant: Tenant) =>
    apiUrls.map((baseUrl) =>
      createGatewayClient({ baseUrl, keyId: keyIds[tenant], secret: developmentSecret }),
    );
  const clients = { flooding: clientsOf('flooding'), modest: clientsOf('modest') };
  let count = 0;
  return async (tenant) => {
    count += 1;
    const body = paymentBody(`${run}-${tenant}-${count}`, inbox.callbackUrl);
    const beganAt = performance.now();
    const client = clients[tenant][count % apiUrls.length];
    const answer = await client?.send('POST', '/v2/payment', JSON.stringify(body)).then(
      ({ httpStatus }) => String(httpStatus),
      () => 'none',
    );
    return { tenant, answer: answer ?? 'none', ms: performance.now() - beganAt };
  };
}

/** Times in milliseconds since 1970. */
type Row = {
  readonly identifier: string;
  readonly tenant: string;
  readonly inTime: boolean | null;
  readonly ms: number | null;
  readonly finishedAt: number | null;
};
type Told = Row & { readonly callbackAt: number | undefined };

function summarise(sent: readonly Sent[], rows: readonly Told[], seconds: number): TenantResult {
  const answered = (status: string) => sent.filter(({ answer }) => answer === status).map(({ ms }) => ms);
  const failed: Record<string, number> = {};
  for (const { answer } of sent)
    if (answer !== '200' && answer !== '503') failed[answer] = (failed[answer] ?? 0) + 1;
  return {
    offered: sent.length,
    accepted: answered('200').length,
    refused: answered('503').length,
    failed,
    createMs: timesOf(answered('200')),
    refusalMs: timesOf(answered('503')),
    finalMs: timesOf(rows.flatMap(({ ms }) => ms ?? [])),
    callbackMs: timesOf(
      rows.flatMap(({ finishedAt, callbackAt }) =>
        finishedAt === null || callbackAt === undefined ? [] : callbackAt - finishedAt,
      ),
    ),
    endedPerSecond: rows.filter(({ inTime }) => inTime === true).length / seconds,
  };
}

function timesOf(values: readonly number[]): Times {
  if (values.length === 0) return undefined;
  const at = (share: number) => Math.round(percentile(values, share));
  return { p50: at(0.5), p99: at(0.99) };
}

/** Seconds since then until every payment has ended and every callback is delivered. */
async function untilQuiet({ database }: Stage, since: number): Promise<number | undefined> {
  for (;;) {
    const ms = performance.now() - since;
    if ((await database.countRecoveries()) === 0) return Math.round(ms / 100) / 10;
    if (ms > quietMaxMs) return undefined;
    await sleep(quietPollMs);
  }
}
