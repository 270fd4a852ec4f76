import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { cardBody } from '../fakes/bodies.js';
import { blockIn, createBlocklist } from '../stack/blocklist.js';
import { openBooks } from '../witnesses/books.js';
import { newCard } from '../fakes/card-number.js';
import { createMerchant, newReference } from '../fakes/merchant.js';
import { found, foundInFiles, needle } from '../witnesses/needles.js';
import { sharedStack } from '../stack/stack.js';
import { until } from '../witnesses/until.js';

/** Goal: each block is logged, found and kept for ever, with author and reason; people are named only by a keyed hash. */
const { urls, databaseUrl, directory } = sharedStack;
/** Has no route: what the blocklist does not refuse is refused after it, and nothing is registered. */
const probe = createMerchant(urls.api, 'mk_test_no_route');
const blocklist = createBlocklist(sharedStack);
const books = openBooks(databaseUrl);

afterAll(() => books.close());

const newEmail = () => `${randomUUID()}@Example.com`;
const why = ['--reason', 'chargebacks'];
const systemWide = ['--scope', 'system', ...why];

/** Sends a payment by card of this customer until it is refused for the block. */
async function untilRefused(customer: object, pan: string) {
  const body = cardBody(pan);
  const blocked = { ...body, customer: { ...(body['customer'] as object), ...customer } };
  const answer = await until(
    () => probe.post('/v2/payment', { ...blocked, reference: newReference() }),
    (got) => got.body['error_code'] === 451,
  );
  return answer.body;
}

describe('the command', () => {
  it('lists, finds and removes blocks, each with its author', async () => {
    const email = newEmail();
    const added = ['add', 'email', '--scope', 'merchant', '--for', 'demo', '--for', 'limits', ...why];
    const id = blockIn(await blocklist([...added, '--author', 'ada', '--expires', '30d'], [email]));
    const [row] = await books.rows('select value from blocks where id = $1', id);
    const hash = String(row?.['value']).slice(0, 8);
    const find = ['list', 'email', '--find'];
    const listed = await blocklist(find, [email.toLowerCase()]);
    expect(listed.output).toMatch(
      new RegExp(
        `${id} +email +${hash} +merchant \\(demo, limits\\) +chargebacks, by ada .*; until .*\n1 block\\.`,
      ),
    );
    expect((await blocklist(['list', '--limit', '1000000'])).output).toContain(hash);

    expect((await blocklist([...added, '--expires', '20d'], [email])).output).toContain('Already blocked');
    expect(blockIn(await blocklist([...added, '--expires', '40d'], [email]))).not.toBe(id);

    const remove = ['remove', id, '--reason', 'was a mistake', '--author', 'bob'];
    expect((await blocklist(remove)).output).toContain(`Removed ${id}.`);
    expect(await blocklist(remove)).toMatchObject({
      code: 1,
      output: expect.stringContaining('already removed'),
    });
    expect((await blocklist(find, [email])).output).not.toContain('by ada');
    expect((await blocklist([...find, '--all'], [email])).output).toMatch(/removed .* by bob: was a mistake/);
  });

  it('takes many at once, each once', async () => {
    const emails = Array.from({ length: 2_500 }, newEmail);
    const repeated = [...emails, ...emails.slice(0, 10).map((email) => email.toUpperCase()), ''];
    const said = await blocklist(['add', 'email', ...systemWide], repeated);
    expect(said.output).toMatch(/^Blocked as 2500 blocks, \d+ to \d+\.$/m);
    const again = await blocklist(['add', 'email', ...systemWide], repeated);
    expect(again.output).toBe('Already blocked for at least as long: 2500.\n');
    for (const email of [emails[0], emails.at(-1)]) await untilRefused({ email }, '4242424242424242');
  });

  it.each<readonly [string, readonly string[], readonly string[], number, RegExp]>([
    [
      'a person on the command line',
      ['add', 'email', ...systemWide, '--value', 'ada@example.com'],
      [],
      2,
      /standard input/,
    ],
    ['a card on the command line', ['add', 'card', '4242424242424242', ...systemWide], [], 2, /^Too many/],
    ['a person instead of a kind', ['add', 'ada@example.com', ...systemWide], [], 2, /^KIND must be/],
    [
      'a person in the reason',
      ['add', 'bin', '--scope', 'system', '--reason', 'as ada@example.com'],
      [],
      2,
      /^--reason/,
    ],
    ['no reason', ['add', 'bin', '--scope', 'system'], ['411111'], 2, /--reason is missing/],
    ['nothing to block', ['add', 'bin', ...systemWide], [], 1, /no bin on standard input/],
    [
      'a line that is no e-mail address',
      ['add', 'email', ...systemWide],
      ['a@example.com', 'ada'],
      1,
      /Line 2/,
    ],
    ['a wrong check digit', ['add', 'card', ...systemWide], ['4242424242424241'], 1, /Line 1/],
    [
      'an unknown project',
      ['add', 'bin', '--scope', 'project', '--for', 'no_such', ...why],
      ['411111'],
      1,
      /no_such/,
    ],
    [
      'a scope without names',
      ['add', 'bin', '--scope', 'project', ...why],
      ['411111'],
      2,
      /--for is missing/,
    ],
    [
      'an expiry in the past',
      ['add', 'bin', ...systemWide, '--expires', '2020-01-01T00:00:00Z'],
      ['411111'],
      2,
      /future/,
    ],
    ['nothing', [], [], 2, /Usage: gateway blocklist/],
  ])(
    'refuses %s, says why without the value, and changes nothing',
    async (_what, words, lines, expected, said) => {
      const count = async () =>
        (await books.rows('select max(id) as newest from blocks where author <> $1', ''))[0];
      const before = await count();
      const { code, output } = await blocklist(words, lines);
      expect([code, await count()]).toEqual([expected, before]);
      expect(output).toMatch(said);
      expect(output).not.toMatch(/424242|ada@/);
    },
  );
});

describe('what is kept', () => {
  it('is neither changed nor deleted', async () => {
    const id = blockIn(await blocklist(['add', 'email', ...systemWide], [newEmail()]));
    await blocklist(['remove', id, '--reason', 'over']);
    for (const [table, change] of [
      ['blocks', 'expires_at = now()'],
      ['block_removals', `reason = 'other'`],
    ] as const) {
      for (const statement of [
        `update ${table} set ${change}`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
      ])
        await expect(books.rows(statement)).rejects.toThrow(/append-only/);
    }
  });

  it('names no person: no table, no log, no file', async () => {
    const pan = newCard('41100066');
    const person = { email: 'quixotella@blocked.example', phone: '+34699765123', itn: '98765432198' };
    const needles = [
      needle('number', pan),
      ...Object.entries({ ...person, phone: person.phone.slice(1) }).map(([name, text]) =>
        needle(name, text),
      ),
    ];
    const outputs = [
      await blocklist(['add', 'email', ...systemWide], [person.email]),
      await blocklist(['add', 'phone', ...systemWide], [person.phone]),
      await blocklist(['add', 'document', ...systemWide], [person.itn]),
      await blocklist(['add', 'card', ...systemWide], [pan]),
      await blocklist(['list', 'email', '--find'], [person.email]),
    ];
    const refused = await untilRefused(person, pan);
    expect(found(needles, JSON.stringify([outputs, refused]))).toEqual([]);
    const rows = await books.rows('select whole::text as line from blocks as whole');
    expect(found(needles, rows.map(({ line }) => String(line)).join('\n'))).toEqual([]);
    await books.rows('checkpoint');
    const isOurs = (path: string) => !path.startsWith(join(directory, 'sandbox'));
    expect((await foundInFiles(needles, directory, isOurs)).hits).toEqual([]);
  });
});
