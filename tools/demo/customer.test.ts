import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCustomer, readForm, readLinks } from './customer.js';

let server: Server;
let base: string;
const posted: { readonly cookie: string | undefined; readonly body: string }[] = [];

beforeAll(async () => {
  let looks = 0;
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.setHeader('content-type', 'text/html');
      if (request.url === '/loop') return response.writeHead(303, { location: '/loop' }).end();
      if (request.url === '/slow') return response.end((looks += 1) > 1 ? 'ready' : 'please wait');
      if (request.method === 'POST') {
        posted.push({ cookie: request.headers.cookie, body: Buffer.concat(chunks).toString() });
        return response.writeHead(303, { location: '/end' }).end();
      }
      if (request.url === '/end') return response.end('the end');
      response.setHeader('set-cookie', 'session=s1; Path=/; HttpOnly');
      return response.end(
        '<form method="post"><input type="hidden" name="token" value="t"><button name="action" value="pay">Pay</button></form>',
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});
afterAll(() => server.closeAllConnections());

describe('the customer', () => {
  it('posts the hidden fields and the action with the cookie it was given, and follows to the end', async () => {
    const customer = createCustomer();
    const end = await customer.submit(await customer.open(`${base}/form`), 'pay');
    expect(end).toEqual({ url: `${base}/end`, httpStatus: 200, html: 'the end' });
    expect(posted).toEqual([{ cookie: 'session=s1', body: 'token=t&action=pay' }]);
  });

  it('cannot press a button that is not there', async () => {
    const customer = createCustomer();
    const page = await customer.open(`${base}/form`);
    expect(() => customer.submit(page, 'approve')).toThrow(/does not offer "approve"/);
  });

  it('reloads a page until it shows what is wanted', async () => {
    const customer = createCustomer();
    const page = await customer.reloadUntil(
      await customer.open(`${base}/slow`),
      ({ html }) => html === 'ready',
    );
    expect(page.html).toBe('ready');
  });

  it('gives up on a circle of redirects', async () => {
    await expect(createCustomer().open(`${base}/loop`)).rejects.toThrow(/redirects/);
  });
});

it('reads where a form goes, its hidden fields and what its buttons offer', () => {
  const page = `<p>Pay</p><form class="x" method="post" action="/p/a?b=1&amp;c=2">
    <input type="hidden" name="csrf" value="a&quot;&#x27;b"><input name=pan>
    <button type="submit" name="action" value="pay">Pay</button>
    <button name="action" value='cancel'>Cancel</button></form>`;
  expect(readForm(page)).toEqual({
    action: '/p/a?b=1&c=2',
    fields: { csrf: `a"'b`, pan: '' },
    actions: ['pay', 'cancel'],
  });
});

it('knows a form without an address of its own, and a page without a form', () => {
  expect(readForm('<form method="post"><button name="action" value="approve">A</button></form>')).toEqual({
    action: '',
    fields: {},
    actions: ['approve'],
  });
  expect(readForm('<p>Thank you</p>')).toBeUndefined();
});

it('lists links as written', () => {
  expect(
    readLinks(`<a href="/a?x=1&amp;y=2">A</a> <a class=b href='http://b/'>B</a> <a name="c">C</a>`),
  ).toEqual(['/a?x=1&y=2', 'http://b/']);
});
