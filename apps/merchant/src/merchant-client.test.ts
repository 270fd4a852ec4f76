import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyRequest } from '#gateway/signature/verify-request';
import { developmentKeyId, developmentSecret } from './development-key.js';
import { createMerchantClient } from './merchant-client.js';

const rules = { now: new Date(), hosts: ['127.0.0.1', 'gw.example.com'], skewSeconds: 300 };
const body = '{"amount":10.10}';
let server: Server;
let apiUrl: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: target = '', rawHeaders } = request;
      const received = { method, target, rawHeaders, rawBody: Buffer.concat(chunks) };
      const findKey = (keyId: string) =>
        keyId === developmentKeyId ? { secret: developmentSecret } : undefined;
      const { kind } = verifyRequest(received, findKey, rules);
      response
        .writeHead(kind === 'verified' ? 200 : 401, { 'x-body': received.rawBody.toString() })
        .end(kind);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  apiUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});
afterAll(() => server.closeAllConnections());

it('sends the bytes it was given, signed as the server verifies them', async () => {
  const client = createMerchantClient({ apiUrl, keyId: developmentKeyId, secret: developmentSecret });
  const answer = await client.send('POST', '/v2/payment', body);
  expect(answer).toMatchObject({ httpStatus: 200, text: 'verified', headers: { 'x-body': body } });
});

it('signs a path with its query, and GET over the empty body', async () => {
  const client = createMerchantClient({ apiUrl, keyId: developmentKeyId, secret: developmentSecret });
  expect(await client.send('GET', '/v2/payment/a%2Fb?wait=1')).toMatchObject({ text: 'verified' });
});

it('signs and sends the host it is told, and is refused with a wrong key', async () => {
  const named = { apiUrl, keyId: developmentKeyId, secret: developmentSecret, host: 'gw.example.com' };
  expect(await createMerchantClient(named).send('POST', '/v2/payment', body)).toMatchObject({
    httpStatus: 200,
  });
  const secret = Buffer.alloc(32).toString('base64');
  const answer = await createMerchantClient({ ...named, secret }).send('POST', '/v2/payment', body);
  expect(answer).toMatchObject({ httpStatus: 401, text: 'refused' });
});
