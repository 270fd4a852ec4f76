import { afterEach, expect, it } from 'vitest';
import { NoAnswer } from './no-answer.js';
import { createSender } from './send-signed.js';
import {
  goldenKeyId as keyId,
  goldenSecret as secret,
  openScriptedGateway,
  type Scripted,
  type ScriptedGateway,
} from './testing/scripted-gateway.js';

const fine = { status: 200, body: '{"error_code":0}', headers: { 'x-one': 'yes' } };
let gateway: ScriptedGateway | undefined;

async function open(...script: readonly Scripted[]): Promise<ScriptedGateway> {
  gateway = await openScriptedGateway(script);
  return gateway;
}
afterEach(() => gateway?.close());

it('sends the bytes it was given, signed as the server verifies them (contract §2)', async () => {
  const { baseUrl, seen } = await open(fine, fine);
  const sender = createSender({ baseUrl, keyId, secret }, 5_000);
  const body = '{"amount":10.10,"first_name":"Zoë"}';
  const answer = await sender.send('POST', '/v2/payment', body);
  expect(answer).toMatchObject({ httpStatus: 200, text: fine.body, headers: { 'x-one': 'yes' } });
  await sender.send('GET', '/v2/payment/a%2Fb?wait=1');
  expect(seen).toEqual([
    { line: 'POST /v2/payment', host: new URL(baseUrl).host, body, verdict: 'verified' },
    { line: 'GET /v2/payment/a%2Fb?wait=1', host: new URL(baseUrl).host, body: '', verdict: 'verified' },
  ]);
});

it('signs and sends the given host', async () => {
  const { baseUrl, seen } = await open(fine);
  await createSender({ baseUrl, keyId, secret, host: 'gw.example.com' }, 5_000).send('GET', '/v2/methods');
  expect(seen).toMatchObject([{ host: 'gw.example.com', verdict: 'verified' }]);
});

it('is not recognised with a wrong key, and refuses a malformed one before it sends', async () => {
  const { baseUrl, seen } = await open(fine);
  const wrong = Buffer.alloc(32).toString('base64');
  await createSender({ baseUrl, keyId, secret: wrong }, 5_000).send('GET', '/v2/methods');
  await expect(createSender({ baseUrl, keyId, secret: 'x' }, 5_000).send('GET', '/')).rejects.toThrow(
    /base64/,
  );
  expect(seen.map(({ verdict }) => verdict)).toEqual(['refused']);
});

it('follows no redirect: a signature is for one place', async () => {
  const { baseUrl, seen } = await open({ status: 307, body: '', headers: { location: '/elsewhere' } });
  expect(
    await createSender({ baseUrl, keyId, secret }, 5_000).send('POST', '/v2/payment', '{}'),
  ).toMatchObject({
    httpStatus: 307,
  });
  expect(seen).toHaveLength(1);
});

it('says that no answer came: cut, silent, or refused', async () => {
  const silenced = await open('cut', 'silent');
  const sender = createSender({ baseUrl: silenced.baseUrl, keyId, secret }, 5_000);
  await expect(sender.send('GET', '/v2/methods')).rejects.toThrow(NoAnswer);
  await expect(sender.send('GET', '/v2/methods', '', { timeoutMs: 50 })).rejects.toThrow(NoAnswer);
  silenced.close();
  await expect(sender.send('GET', '/v2/methods')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

it('ends when its caller says so', async () => {
  const { baseUrl } = await open('silent');
  const controller = new AbortController();
  const sending = createSender({ baseUrl, keyId, secret }, 5_000).send('GET', '/', '', {
    signal: controller.signal,
  });
  controller.abort(new Error('not wanted any more'));
  await expect(sending).rejects.toThrow('not wanted any more');
});

it('takes no base URL with a path, which would be signed wrongly', () => {
  expect(() => createSender({ baseUrl: 'https://gw.example.com/v2', keyId, secret }, 5_000)).toThrow(
    /no path/,
  );
});
