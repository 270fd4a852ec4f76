import { createConnection } from 'node:net';
import { describe, expect, it } from 'vitest';
import { idealBody } from '../fakes/bodies.js';
import { createMerchant } from '../fakes/merchant.js';
import { sharedStack } from '../stack/stack.js';
import { until } from '../witnesses/until.js';

/** Goal: a client that sends slowly holds no connection, and one that waits for an answer is left alone (api and checkout). */
const { urls } = sharedStack;
const merchant = createMerchant(urls.api);
const waitSeconds = 28;

const head = [
  'Host: localhost',
  'Content-Type: application/x-www-form-urlencoded',
  'Content-Length: 1000',
].join('\r\n');

/** What the server says to a body of which one byte comes, and nothing more, until it closes the connection. */
function sendOneByte(url: string): Promise<string> {
  const { hostname, port, pathname } = new URL(url);
  return new Promise((resolve) => {
    let text = '';
    const socket = createConnection(Number(port), hostname, () =>
      socket.write(`POST ${pathname} HTTP/1.1\r\n${head}\r\n\r\nx`),
    );
    socket.on('data', (data) => (text += String(data))).on('error', () => undefined);
    socket.once('close', () => resolve(text));
  });
}

describe('a body that does not arrive', () => {
  it('ends its connection before a look-up that waits is answered, which it is', async () => {
    const body = idealBody();
    await merchant.post('/v2/payment', body);
    const ended: string[] = [];
    const slow = [`${urls.api}/v2/payment`, `${urls.checkout}/p/unknown`].flatMap((url) =>
      Array.from({ length: 6 }, async () => ended.push(await sendOneByte(url))),
    );
    const waited = merchant.get(`/v2/payment/${body.reference}?wait=${waitSeconds}`);
    expect(await waited.then(() => ended.length)).toBe(slow.length);
    expect((await waited).status).toBe(200);
    expect(ended.filter((text) => / 200 /.test(text))).toEqual([]);
    const refused = ended.filter(
      (text) => text.startsWith('HTTP/1.1 408 ') && text.includes('"error_code":30'),
    );
    expect(refused).toHaveLength(6);
  });
});

describe('calls that wait for a status', () => {
  const waitingMax = 50;

  it('are 50 of a project: further ones are answered at once, another project waits all the same', async () => {
    const other = createMerchant(urls.api, 'mk_test_demo_b');
    const { reference } = idealBody();
    await merchant.post('/v2/payment', { ...idealBody(), reference });
    const answered = { own: 0, others: 0 };
    const wait = async (who: typeof merchant, counted: keyof typeof answered) => {
      const { status, body } = await who.get(`/v2/payment/${reference}?wait=30`);
      answered[counted] += 1;
      return [status, body['status']];
    };
    const own = Array.from({ length: waitingMax + 10 }, () => wait(merchant, 'own'));
    await until(
      () => Promise.resolve(answered.own),
      (count) => count === 10,
    );
    const others = Array.from({ length: 3 }, () => wait(other, 'others'));
    const quick = await merchant.get(`/v2/payment/${reference}?wait=30`);
    expect([quick.status, quick.body['status']]).toEqual([200, 'created']);
    expect(answered).toEqual({ own: 10, others: 0 });
    await merchant.post(`/v2/payment/${reference}/cancel`, {});
    const final = [200, 'declined'];
    expect(await Promise.all(others)).toEqual([final, final, final]);
    const told = await Promise.all(own);
    expect(told.filter(([, status]) => status === 'created')).toHaveLength(10);
    expect(told.filter(([, status]) => status === 'declined')).toHaveLength(waitingMax);
  });
});
