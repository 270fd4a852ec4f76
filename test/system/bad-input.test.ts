import { afterAll, describe, expect, it } from 'vitest';
import { idealBody } from '../fakes/bodies.js';
import { createMerchant, newReference } from '../fakes/merchant.js';
import { sendSigned } from '../fakes/signed-request.js';
import { sharedStack } from '../stack/stack.js';
import { countRegistered, openDatabase } from '../witnesses/database.js';
import { expectError } from '../witnesses/expect-error.js';

/** Goal: a malformed request (`test/unit/malformed-requests.test.ts`) leaves nothing in Postgres, and its reference is free. */
const { databaseUrl, urls } = sharedStack;
const merchant = createMerchant(urls.api);
const database = await openDatabase(databaseUrl);
const reference = newReference();
const before = await countRegistered(database);
const target = '/v2/payment';
/** An otherwise good body whose unknown field makes it so deep, the body itself counted. */
const deep = (depth: number) =>
  JSON.stringify({ ...idealBody(), reference, junk: '@' }).replace(
    '"@"',
    '['.repeat(depth - 1) + ']'.repeat(depth - 1),
  );
const send = (body: string | Buffer) => sendSigned(urls.api, { method: 'POST', target, body });

afterAll(() => database.destroy());

it.each([
  ['malformed JSON', '{"method":', 30],
  ['no object', 'null', 31],
  ['17 levels', deep(17), 30],
  ['a missing field', JSON.stringify({ ...idealBody(), reference, mode: null }), 31],
  ['a malformed field', JSON.stringify({ ...idealBody(), reference, amount: -1 }), 30],
])('%s is refused', async (_name, body, code) => {
  const { status, text } = await send(body);
  expect([status, JSON.parse(text)]).toEqual([400, expect.objectContaining({ error_code: code })]);
});

describe('a refused request leaves nothing behind', () => {
  it('no row of any refused request, and no card', async () => {
    expect(await countRegistered(database)).toEqual({ ...before, orphans: 0 });
    expectError(await merchant.get(`${target}/${reference}`), {
      status: 404,
      code: 35,
      reason: 'Resource not found',
      reference,
    });
  });

  it('the reference is free: the same one is accepted, unknown fields and 16 levels included', async () => {
    const answer = await send(deep(16).replace('{', '{"surprise":{"customer":1},"note":null,'));
    expect(JSON.parse(answer.text)).toMatchObject({
      error_code: 0,
      reference,
      status: 'created',
      amount: '10.1',
    });
    const after = await countRegistered(database);
    expect(after['transactions']).toBe((before['transactions'] ?? 0) + 1);
  });
});
