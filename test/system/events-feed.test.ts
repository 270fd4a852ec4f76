import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idealBody } from '../fakes/bodies.js';
import { openBooks } from '../witnesses/books.js';
import { expectError } from '../witnesses/expect-error.js';
import { createMerchant } from '../fakes/merchant.js';
import { sharedStack } from '../stack/stack.js';
import { sendSigned } from '../fakes/signed-request.js';
import { until } from '../witnesses/until.js';

/** Goal: a reader of the feed has at its end every final result of the merchant once, in order (contract §7). */
const { urls, databaseUrl } = sharedStack;
const demo = createMerchant(urls.api);
const books = openBooks(databaseUrl);

afterAll(() => books.close());

type Event = Readonly<Record<string, unknown>>;
type Page = { readonly events: readonly Event[]; readonly next: string };

async function read(keyId: string, after?: string): Promise<Page> {
  const { status, body } = await createMerchant(urls.api, keyId).get(
    `/v2/events${after === undefined ? '' : `?after=${after}`}`,
  );
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['events', 'next_after']);
  return { events: body['events'] as readonly Event[], next: String(body['next_after']) };
}

/** From a place to the end. */
async function readAll(keyId: string, after?: string): Promise<Page> {
  const events: Event[] = [];
  let next = after;
  for (;;) {
    const page = await read(keyId, next);
    events.push(...page.events);
    expect(page.events.length).toBeLessThanOrEqual(100);
    const isEmpty = page.events.length === 0;
    expect(page.next === next).toBe(isEmpty && next !== undefined);
    if (isEmpty) return { events, next: page.next };
    next = page.next;
  }
}

describe('a page', () => {
  it('holds the bodies of the callbacks, byte for byte', async () => {
    const before = await readAll('mk_test_demo');
    const body = idealBody({ sandbox: 'success', sandbox_delay_ms: 10 });
    await demo.post('/v2/payment', body);
    const { identifier } = await demo.untilFinal(body.reference);
    await expect.poll(async () => (await read('mk_test_demo', before.next)).events.length).toBeGreaterThan(0);
    const { text } = await sendSigned(urls.api, { target: `/v2/events?after=${before.next}` });
    const [event] = await books.rows('select body from events where identifier = $1', identifier);
    expect(text).toContain(String(event?.['body']));
    expect(text.startsWith('{"events":[{')).toBe(true);
  });

  it('is that of the merchant alone, whichever of its projects asks', async () => {
    const { events } = await readAll('mk_test_demo_b');
    expect(events).toEqual((await readAll('mk_test_demo')).events);
    const others = await readAll('mk_test_card_only');
    const ids = new Set(events.map(({ event_id: id }) => id));
    expect(others.events.filter(({ event_id: id }) => ids.has(id))).toEqual([]);
  });

  it('that is empty repeats where it began', async () => {
    const { next } = await readAll('mk_test_mid_off');
    expect(await read('mk_test_mid_off', next)).toEqual({ events: [], next });
    expect(await read('mk_test_mid_off', '')).toEqual(await read('mk_test_mid_off'));
  });

  it.each(['after=yesterday', 'after=%00', 'after=MA', 'after=a&after=b', 'after=%27'])(
    '%s: 400, 30',
    async (query) => {
      const answer = await demo.get(`/v2/events?${query}`);
      expectError(answer, { status: 400, code: 30, reason: 'Invalid params', description: /^after: / });
    },
  );

  it('with unknown or malformed parameters is 30, which names each of them', async () => {
    const { body } = await demo.get('/v2/events?after=MA&limit=5&type=payment');
    expect(body).toMatchObject({ error_code: 30 });
    expect(body['description']).toMatch(/^after: .*; query: may hold only after, not "limit", "type"$/);
  });

  it('POST is 405, unsigned is 401', async () => {
    const answer = await demo.post('/v2/events', {});
    expect([answer.status, answer.headers['allow']]).toEqual([405, expect.stringContaining('GET')]);
    expect((await fetch(`${urls.api}/v2/events`)).status).toBe(401);
  });
});

describe('nothing is skipped when transactions commit out of order', () => {
  const writers = Array.from({ length: 6 }, () => new Client({ connectionString: databaseUrl }));
  const [slow, quick, reader] = writers;
  if (!slow || !quick || !reader) throw new Error('there are writers');
  beforeAll(() => Promise.all(writers.map((writer) => writer.connect())));
  afterAll(() => Promise.all(writers.map((writer) => writer.end())));

  /** The merchant of a key that no other test pays with. */
  const keyId = 'mk_test_no_route';
  const merchantOf = async () => {
    const [{ merchant } = {}] = await books.rows(
      `select document->'projects'->value->>'merchant' as merchant
       from (select document from configurations order by version desc limit 1) as newest,
         lateral (select 'no_route' as value) as named`,
    );
    return String(merchant);
  };
  let merchant = '';
  beforeAll(async () => {
    merchant = await merchantOf();
  });

  /** An ended transaction with its event, as the last statement of an open transaction of the database. */
  async function write(client: Client, eventId: string, of = merchant): Promise<void> {
    const identifier = uuid();
    await client.query(
      `insert into transactions (identifier, request_id, type, merchant, project, reference, method, style, currency,
         amount, status, status_source, plan, content_fingerprint, payable_until, created_at)
       values ($1, $1, 'payment', $2, $2, $1::uuid::text, 'ideal', 'h2h', 'EUR', 1, 'pending', 'api', '{}', $3, now(),
         now())`,
      [identifier, of, randomBytes(32)],
    );
    await client.query(
      `insert into idempotency_records (identifier, state, open_until) values ($1, 'answered', now())`,
      [identifier],
    );
    await client.query(`insert into personal_data (identifier, box) values ($1, '')`, [identifier]);
    await client.query(
      `update transactions set status = 'declined', finished_at = now() where identifier = $1`,
      [identifier],
    );
    await client.query(
      `insert into events (event_id, identifier, merchant, body, state) values ($1, $2, $3, $4, 'none')`,
      [eventId, identifier, of, JSON.stringify({ event_id: eventId })],
    );
  }

  /** Writes one event, which the next page has at once, and returns where to read on. */
  async function expectReadAtOnce(client: Client, next: string): Promise<string> {
    const id = newId();
    await client.query('begin');
    await write(client, id);
    await client.query('commit');
    const page = await read(keyId, next);
    expect(idsOf(page.events)).toEqual([id]);
    return page.next;
  }

  const idsOf = (events: readonly Event[]) => events.map(({ event_id: id }) => id);
  const newId = () => `evt_${randomUUID().replaceAll('-', '')}`;

  it('a later one that is committed first waits for the earlier one', async () => {
    const { next } = await readAll(keyId);
    const [early, late] = [newId(), newId()];
    await slow.query('begin');
    await write(slow, early);
    await quick.query('begin');
    await write(quick, late);
    await quick.query('commit');
    const committed = await books.rows('select from events where event_id = $1', late);
    expect(committed).toHaveLength(1);
    expect(await read(keyId, next)).toEqual({ events: [], next });
    await slow.query('commit');
    const page = await until(
      () => read(keyId, next),
      ({ events }) => events.length > 0,
    );
    expect(idsOf(page.events)).toEqual([early, late]);
  });

  it('one that writes to another merchant holds up that merchant alone, however long it is open', async () => {
    const { next } = await readAll(keyId);
    await slow.query('begin');
    await write(slow, newId(), 'another merchant');
    await expectReadAtOnce(quick, await expectReadAtOnce(quick, next));
    await slow.query('rollback');
  });

  it('nor does one that reads or writes something else, and what it writes later comes behind', async () => {
    let { next } = await readAll(keyId);
    await reader.query('begin isolation level repeatable read');
    await reader.query('select count(*) from events');
    await slow.query('begin');
    await slow.query('select pg_current_xact_id()');
    next = await expectReadAtOnce(quick, next);
    next = await expectReadAtOnce(quick, next);
    const late = newId();
    await write(slow, late);
    expect(await read(keyId, next)).toEqual({ events: [], next });
    await slow.query('commit');
    const page = await read(keyId, next);
    expect(idsOf(page.events)).toEqual([late]);
    await expectReadAtOnce(quick, page.next);
    await reader.query('rollback');
  });

  it('a transaction that could not see what was read before writes no event', async () => {
    await slow.query('begin isolation level repeatable read');
    await expect(write(slow, newId())).rejects.toThrow('in read committed transactions only');
    await slow.query('rollback');
  });

  it('one that is rolled back blocks no reader', async () => {
    const { next } = await readAll(keyId);
    const id = newId();
    await slow.query('begin');
    await write(slow, newId());
    await quick.query('begin');
    await write(quick, id);
    await quick.query('commit');
    await slow.query('rollback');
    const page = await until(
      () => read(keyId, next),
      ({ events }) => events.length > 0,
    );
    expect(idsOf(page.events)).toEqual([id]);
  });

  it('pages read while many write are, one behind the other, all events in order', async () => {
    const eventsEach = 25;
    const start = await readAll(keyId);
    let writing = writers.length;
    const writeMany = async (writer: Client, turn: number) => {
      for (let written = 0; written < eventsEach; written += 1) {
        await writer.query('begin');
        // Some have their number long before they write.
        await writer.query('select pg_current_xact_id(), pg_sleep($1)', [((written * 3 + turn) % 4) / 100]);
        await write(writer, newId());
        // Some linger, so that those who began later are committed earlier.
        await writer.query('select pg_sleep($1)', [((written * 7 + turn * 3) % 5) / 100]);
        await writer.query('commit');
      }
      writing -= 1;
    };
    const written = Promise.all(writers.map(writeMany));
    const seen: string[] = [];
    let next = start.next;
    let pages = 0;
    for (let isLast = false; !isLast;) {
      isLast = writing === 0;
      const page = await readAll(keyId, next);
      if (page.events.length > 0) pages += 1;
      seen.push(...idsOf(page.events).map(String));
      next = page.next;
    }
    await written;
    await expect
      .poll(async () => {
        const page = await readAll(keyId, next);
        seen.push(...idsOf(page.events).map(String));
        next = page.next;
        return seen.length;
      })
      .toBe(writers.length * eventsEach);
    const all = await books.rows(
      'select event_id from events where merchant = $1 order by committed_in, event_id',
      merchant,
    );
    expect(seen).toEqual(all.slice(-seen.length).map(({ event_id: id }) => id));
    expect(pages).toBeGreaterThan(1);
    expect(idsOf((await readAll(keyId)).events)).toEqual(all.map(({ event_id: id }) => id));
  });
});
