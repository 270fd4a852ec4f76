import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, it } from 'vitest';
import { idealBody } from '../fakes/bodies.js';
import { openBooks } from '../witnesses/books.js';
import { openEndpoint, type Heard } from '../fakes/endpoint.js';
import { expectError } from '../witnesses/expect-error.js';
import { createMerchant } from '../fakes/merchant.js';
import { found, foundInFiles, needle } from '../witnesses/needles.js';
import { runAdmin } from '../stack/run-admin.js';
import { sharedStack } from '../stack/stack.js';
import { sendSigned } from '../fakes/signed-request.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: keys are made, rotated and revoked by one command, and running processes know it without a restart. Method: the
 * command's program on the shared stack, with projects whose callbacks no other test looks at.
 */
const { urls, databaseUrl, databaseUrls, directory } = sharedStack;
const books = openBooks(databaseUrl);
const secretsFile = readFileSync(join(directory, 'secrets.json'), 'utf8');
const { GATEWAY_ENCRYPTION_KEYS } = JSON.parse(secretsFile) as { GATEWAY_ENCRYPTION_KEYS: string };
const environment = {
  NODE_ENV: 'development',
  DATABASE_URL: databaseUrls.admin,
  GATEWAY_ENCRYPTION_KEYS,
  GATEWAY_OPERATOR: 'ada',
};
const hundredYears = '36500d';

afterAll(() => books.close());

type Key = { readonly id: string; readonly secret: string; readonly output: string };

/** Says a word line of `npm run keys`. */
const keys = (line: string) => runAdmin(['keys', ...line.split(' ')], environment);

async function make(line: string): Promise<Key> {
  const { code, output } = await keys(line);
  expect({ code, output }).toMatchObject({ code: 0 });
  const id = /^Created ((?:mk|ck)_test_[0-9A-Za-z]{24}) /m.exec(output)?.[1] ?? '';
  return { id, secret: output.trim().split('\n').at(-1) ?? '', output };
}

async function revoke(project: string, { id }: Key): Promise<void> {
  const output = `Revoked ${id}: running processes refuse it within a second.\n`;
  expect(await keys(`revoke --project ${project} --key ${id}`)).toEqual({ code: 0, output });
}

const ask = ({ id, secret }: Pick<Key, 'id' | 'secret'>) => sendSigned(urls.api, { keyId: id, key: secret });

/** Past the signature a request ends at an unknown reference. */
const untilAccepted = (key: Key) =>
  until(
    () => ask(key),
    ({ status }) => status === 404,
  );
const untilRefused = (key: Key) =>
  until(
    () => ask(key),
    ({ status }) => status === 401,
  );

async function expectUnknown(key: Key): Promise<void> {
  const description = /^The key is unknown or the signature is wrong/;
  expectError(await ask(key), { status: 401, code: 5, reason: 'Forbidden', description });
}

describe('request keys', () => {
  it('several are valid at once, beside the one in the configuration file', async () => {
    const [first, second] = [await make('create --project limits'), await make('create --project limits')];
    expect(Buffer.from(first.secret, 'base64')).toHaveLength(32);
    expect([first.secret, first.id]).not.toContain(second.secret);
    await untilAccepted(first);
    await untilAccepted(second);
    expect((await createMerchant(urls.api, 'mk_test_limits').get('/v2/balance')).status).toBe(200);
    await expectUnknown({ ...first, secret: second.secret });
  });

  it('a key acts for its project and its merchant', async () => {
    const key = await make('create --project poor');
    await untilAccepted(key);
    const answer = await sendSigned(urls.api, { keyId: key.id, key: key.secret, target: '/v2/balance' });
    const { balances } = JSON.parse(answer.text) as { balances: readonly { readonly currency: string }[] };
    expect(balances.map(({ currency }) => currency).toSorted()).toEqual(['BOB', 'BRL', 'NGN']);
  });

  it('after a rotation the old one is valid for the overlap, then unknown', async () => {
    const old = await make('create --project card_only');
    await untilAccepted(old);
    const rotated = await make('rotate --project card_only --overlap 3s');
    expect(rotated.output).toContain(`${old.id} is valid until 2`);
    await untilAccepted(rotated);
    await untilRefused(old);
    await expectUnknown(old);
    expect((await ask(rotated)).status).toBe(404);
  });

  it('a rotation keeps the old one valid where the overlap is long', async () => {
    const old = await make('create --project busy');
    const rotated = await make('rotate --project busy');
    await untilAccepted(rotated);
    expect((await ask(old)).status).toBe(404);
    const [row] = await books.rows(
      `select extract(epoch from old.revoked_at - new.not_before)::int as overlap, old.revoked_by
       from api_keys as old, api_keys as new where old.id = $1 and new.id = $2`,
      old.id,
      rotated.id,
    );
    expect(row).toEqual({ overlap: 86_400, revoked_by: 'ada' });
  });

  it('one that is revoked is unknown, and so is one that begins later', async () => {
    const key = await make('create --project no_route');
    const later = await make('create --project no_route --not-before 1h');
    await untilAccepted(key);
    await expectUnknown(later);
    await revoke('no_route', key);
    await untilRefused(key);
    await expectUnknown(key);
  });

  it('when it was last used is kept, and shown with who made it', async () => {
    const key = await make('create --project provider_off');
    const line = async () => {
      const { output } = await keys('list --project provider_off');
      return output.split('\n').find((text) => text.includes(key.id)) ?? '';
    };
    expect(await line()).toMatch(/ requests +valid +\d{4}-\d\d-\d\d \d\d:\d\dZ by ada +–$/);
    await untilAccepted(key);
    await until(line, (text) => text.endsWith('Z'));
    const { output } = await keys('list --project provider_off');
    expect(output).toMatch(/mk_test_provider_off +requests +valid +configuration file +–/);
    expect(output).not.toContain(key.secret);
  });
});

describe('callback keys', () => {
  type Signed = { readonly keyId: string | undefined; readonly signatures: number; readonly heard: Heard };

  /** Pays, and returns how the callback was signed. */
  async function callback(): Promise<Signed> {
    const endpoint = await openEndpoint(() => ({ status: 200 }));
    const meta = { sandbox: 'success', sandbox_delay_ms: 10 };
    const body = idealBody(meta, { callback_url: `${endpoint.url}/hook` });
    await createMerchant(urls.api, 'mk_test_payin_only').post('/v2/payment', body);
    const heard = await until(
      () => Promise.resolve(endpoint.heard[0]),
      (first) => first !== undefined,
    );
    endpoint.close();
    if (!heard) throw new Error('no callback');
    const keyId = /keyId="([^"]+)"/.exec(String(heard.headers['signature']))?.[1];
    return { keyId, signatures: String(heard.headers['webhook-signature']).split(' ').length, heard };
  }

  const untilSigned = (by: string, signatures: number) =>
    until(callback, (signed) => signed.keyId === by && signed.signatures === signatures);

  /** As a merchant does who holds this one secret. */
  function verify(secret: string, { heard }: Signed): unknown {
    return new Webhook(secret).verify(heard.body, heard.headers as Record<string, string>);
  }

  it('while they are rotated, both verify; then the new one alone', async () => {
    const inFile = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const first = await make('create --project payin_only --callback');
    expect(first.secret).toMatch(/^whsec_/);
    const before = await untilSigned(first.id, 2);
    for (const secret of [first.secret, inFile]) expect(verify(secret, before)).toHaveProperty('event_id');

    const next = await make(`rotate --project payin_only --callback --overlap ${hundredYears}`);
    const during = await untilSigned(next.id, 3);
    for (const secret of [next.secret, first.secret, inFile]) {
      expect(verify(secret, during)).toHaveProperty('event_id');
    }
    await revoke('payin_only', first);
    const after = await untilSigned(next.id, 2);
    expect(verify(next.secret, after)).toHaveProperty('event_id');
    expect(() => verify(first.secret, after)).toThrow();

    await revoke('payin_only', next);
    await untilSigned('ck_test', 1);
  });

  it('sign no requests', async () => {
    const { id, secret, output } = await make('create --project strict --callback');
    const request = await make('create --project strict');
    await untilAccepted(request);
    await expectUnknown({ id, secret: secret.slice('whsec_'.length), output });
  });
});

describe('refused, and nothing is changed', () => {
  /** Everything but when they were used, which is written later. */
  const stored = () =>
    books.rows(
      'select id, project, created_by, not_before, revoked_at, revoked_by from api_keys order by id',
    );

  it.each([
    ['create --project nobody', 1, /no project nobody/],
    ['rotate --project mid_off', 1, /mk_test_mid_off is in the configuration file/],
    ['rotate --project mid_off --key mk_test_nobody', 1, /no request key mk_test_nobody/],
    ['revoke --project mid_off --key mk_test_mid_off', 1, /no valid stored key mk_test_mid_off/],
    ['revoke --project mid_off', 2, /--key is missing/],
    ['create --project mid_off --overlap 1h', 2, /^Unknown option '--overlap'/],
    ['make --project mid_off', 2, /^Unknown command 'make'\nSee: gateway keys --help/],
  ])('%s', async (line, expected, words) => {
    const before = await stored();
    const { code, output } = await keys(line);
    expect(code).toBe(expected);
    expect(output).toMatch(words);
    expect(await stored()).toEqual(before);
  });

  it('a key of another project', async () => {
    const key = await make('create --project mid_off');
    const { code } = await keys(`revoke --project window --key ${key.id}`);
    expect(code).toBe(1);
    await untilAccepted(key);
  });

  it('of two rotations of one key at the same time one is done', async () => {
    const old = await make('create --project window');
    const line = `rotate --project window --key ${old.id}`;
    const codes = (await Promise.all([keys(line), keys(line)])).map(({ code }) => code);
    expect(codes).toHaveLength(2);
    expect(new Set(codes)).toEqual(new Set([0, 1]));
    const rows = await books.rows(`select from api_keys where project = 'window'`);
    expect(rows).toHaveLength(2);
  });
});

describe('the database', () => {
  it('keeps a key what it is, and a revoked one revoked', async () => {
    const key = await make('create --project both_down');
    const change = (assignment: string) =>
      books.rows(`update api_keys set ${assignment} where id = $1`, key.id);
    await expect(change(`project = 'demo'`)).rejects.toThrow(/stays what it is/);
    await expect(change(`not_before = not_before - interval '1 day'`)).rejects.toThrow(/stays what it is/);
    await expect(books.rows('delete from api_keys where id = $1', key.id)).rejects.toThrow(/stays what/);
    await expect(books.rows('truncate api_keys')).rejects.toThrow();
    await revoke('both_down', key);
    await expect(change('revoked_at = null, revoked_by = null')).rejects.toThrow(/stays revoked/);
    await expect(change(`revoked_at = revoked_at + interval '1 day'`)).rejects.toThrow(/stays revoked/);
  });

  it('knows no secret, and neither does a log', async () => {
    const key = await make('create --project fx');
    const callbackKey = await make('create --project fx --callback');
    await untilAccepted(key);
    const needles = [
      needle('request secret', key.secret),
      needle('its bytes', Buffer.from(key.secret, 'base64').toString('hex')),
      needle('callback secret', callbackKey.secret.slice('whsec_'.length)),
    ];
    const rows = await books.rows('select api_keys::text from api_keys');
    expect(found(needles, JSON.stringify(rows))).toEqual([]);
    expect((await foundInFiles(needles, join(directory, 'logs'))).hits).toEqual([]);
  });
});
