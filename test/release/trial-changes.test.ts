import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { exampleOf } from '#domain/methods/examples';
import { methodOf } from '#domain/methods/find-method';
import { createCustomer, readLinks } from '../../tools/demo/customer.js';
import { approve } from '../fakes/approve.js';
import { cardBody, pixBody } from '../fakes/bodies.js';
import { patient } from '../stack/patience.js';
import { startBreakableSystem, type BreakableSystem } from '../stack/breakable-system.js';
import { copyWithChangesOf, type ChangedCopy } from '../stack/changed-copy.js';
import { diffIn } from '../../tools/generate/document-diff.js';
import { startKiosk, type Kiosk } from '../fakes/kiosk.js';
import { createMerchant, goldenKey, newReference, type Merchant } from '../fakes/merchant.js';
import { pixPayout } from '../fakes/payout-bodies.js';
import { proveEnd } from '../witnesses/prove-end.js';
import type { Setting } from '../stack/start-test-stack.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: what the documents call the whole change is the whole change. Method: all are made in one copy of the repository,
 * exactly as the documents show them; the copy is compiled, runs as a system, and takes payments of the new method, by
 * the new provider, and with the new field.
 */
const documents = {
  method: 'docs/adding-a-method.md',
  provider: 'docs/adding-a-provider.md',
  field: 'docs/adding-a-field.md',
};
const generated = {
  method: ['libs/client/messages/payment-request.ts', 'docs/openapi.json'],
  field: ['libs/client/messages/record.ts', 'docs/openapi.json', 'docs/schema.md'],
  provider: ['docs/capabilities.md'],
};
/** Generated and by hand. */
const sourcesOfFieldMax = 8;

let copy: ChangedCopy;
let differences: readonly string[];
let kiosk: Kiosk;
let system: BreakableSystem;

beforeAll(async () => {
  copy = copyWithChangesOf(Object.values(documents));
  await copy.run(['npm', 'run', 'generate']);
  differences = differingSources();
  writeFileSync(join(copy.folder, 'libs/client/uses-field.ts'), usesField);
  await copy.build();
  kiosk = await startKiosk();
  system = await startBreakableSystem({
    folder: copy.folder,
    settings: kioskSettings(kiosk.url),
    environment: { KIOSK_TOKEN: kiosk.token, KIOSK_KEY: kiosk.callbackKey },
  });
}, patient(900_000));
afterAll(async () => {
  await system?.stop();
  kiosk?.close();
  copy?.remove();
});

/** What the document writes into the configuration, with the test's kiosk and a key for the shop. */
function kioskSettings(url: string): readonly Setting[] {
  const [, text = ''] = /^```yaml\n(.*?)^```$/ms.exec(readFileSync(documents.provider, 'utf8')) ?? [];
  const { providers, mids, projects } = parse(text) as Record<string, Record<string, object>>;
  return [
    [['providers', 'kiosk'], { ...providers?.['kiosk'], base_url: url, settle: '4s' }],
    [['mids', 'kiosk_1'], mids?.['kiosk_1']],
    [['projects', 'shop'], { ...projects?.['shop'], merchant: 'demo', keys: { mk_test_shop: goldenKey } }],
  ];
}

describe('a method', () => {
  it('is a row and an example', () => {
    const files = ['libs/domain/methods/direct-methods.ts', 'libs/domain/methods/examples.ts'];
    expect(changedBy(documents.method)).toEqual(files);
    expect(generatedWith('bank_transfer_chile')).toEqual(generated.method.toSorted());
  });

  it('keeps every test of the catalogue green', async () => {
    const tests = [
      'libs/domain/methods',
      'libs/client/write-request.test.ts',
      'tools/demo/tour-steps.test.ts',
      'apps/api/src/transactions/create/accept-request.test.ts',
      'test/unit/specification/payment-methods.test.ts',
      'test/unit/usable-methods.test.ts',
    ];
    expect(await copy.run(['npx', 'vitest', 'run', '--project', 'unit', ...tests])).toMatch(/passed/);
  });

  it('is offered with its example, which is accepted and paid', async () => {
    const body = { ...(await offeredExample()), reference: newReference() };
    const created = await system.merchant.post('/v2/payment', body);
    expect(created).toMatchObject({ status: 200, body: { status: 'created', error_code: 0 } });
    await approve(created);
    await proveEnd(system.observers, body.reference, { status: 'success' });
  });

  it('is refused by its row alone', async () => {
    const example = await offeredExample();
    const person = example['customer'] as object;
    const codeOf = async (changes: object) => {
      const body = { ...example, reference: newReference(), ...changes };
      return (await system.merchant.post('/v2/payment', body)).body['error_code'];
    };
    expect(await codeOf({ customer: { ...person, itn: null } })).toBe(31);
    expect(await codeOf({ amount: '12000' })).toBe(30);
    expect(await codeOf({ extra: { meta: { account_kind: 'other' } } })).toBe(30);
    expect(await codeOf({ currency: 'EUR' })).toBe(1051);
    expect(await codeOf({ method: undefined, widget: { method: 'bank_transfer_chile' } })).toBe(30);
  });

  async function offeredExample(): Promise<Readonly<Record<string, unknown>>> {
    const { body } = await system.merchant.get('/v2/methods');
    const methods = body['methods'] as readonly { readonly method: string; readonly example: object }[];
    const offered = methods.find(({ method }) => method === 'bank_transfer_chile');
    return { ...offered?.example };
  }
});

describe('a provider', () => {
  it('is a folder and a line', () => {
    expect(changedBy(documents.provider)).toEqual([
      'libs/gateway/connectors/registry.ts',
      'libs/gateway/connectors/kiosk/connector.ts',
    ]);
    expect(generatedWith('kiosk')).toEqual(generated.provider);
  });

  it('is paid by a customer who sees its ticket on the hosted page', async () => {
    const { identifier, reference, shown } = await openTicket();
    const ticket = kiosk.tickets.get(`${identifier}-1`);
    await until(shown, (html) => html.includes(String(ticket?.ticket)));
    expect(await kiosk.pay(`${identifier}-1`)).toBeLessThan(300);
    await provePaid(reference, identifier);
  });

  it('has one ticket, and is paid, when the answer to the first call is lost', async () => {
    kiosk.loseNextAnswer();
    const { identifier, reference } = await openTicket();
    await kiosk.pay(`${identifier}-1`);
    await provePaid(reference, identifier);
  });

  it('is not believed when its callback is forged', async () => {
    const { identifier, reference } = await openTicket();
    expect(await kiosk.pay(`${identifier}-1`, 'cd'.repeat(32))).toBe(401);
    expect((await shop().get(`/v2/payment/${reference}`)).body['status']).not.toBe('success');
    await kiosk.pay(`${identifier}-1`);
    await provePaid(reference, identifier);
  });

  it('pays nothing out', async () => {
    const { status, body } = await shop().post('/v2/payout', pixPayout());
    expect({ status, code: body['error_code'] }).toMatchObject({ status: 400, code: 121 });
  });

  const shop = (): Merchant => createMerchant(system.stack.urls.api, 'mk_test_shop');

  /** A payment whose customer has opened the page and goes to a kiosk. */
  async function openTicket() {
    const reference = newReference();
    const body = { ...exampleOf(methodOf('payment', 'hpp', 'cash_mexico')), reference };
    const created = await shop().post('/v2/payment', body);
    expect(created).toMatchObject({ status: 200, body: { error_code: 0 } });
    const identifier = String(created.body['identifier']);
    const customer = createCustomer();
    const page = await customer.open(String(created.body['redirect_url']));
    const posted = await customer.submit(page, 'pay');
    await until(
      async () => kiosk.tickets.has(`${identifier}-1`),
      (isThere) => isThere,
    );
    return { reference, identifier, shown: async () => (await customer.open(posted.url)).html };
  }

  async function provePaid(reference: string, identifier: string) {
    expect(await shop().untilFinal(reference)).toMatchObject({ status: 'success', error_code: 0 });
    const refs = [...kiosk.tickets.keys()].filter((ref) => ref.startsWith(identifier));
    expect(refs).toEqual([`${identifier}-1`]);
    const [callback] = await system.observers.witness.untilCallbacks(reference);
    expect(callback).toMatchObject({ valid: true, body: { status: 'success' } });
  }
});

describe('a field', () => {
  const told = { statement_text: 'BOOKS 24' };
  const path = '/v2/payment';

  it('is few sources, and those that are generated', () => {
    const byHand = changedBy(documents.field);
    expect(generatedWith('statement_text')).toEqual(generated.field.toSorted());
    expect(byHand.length + generated.field.length).toBeLessThanOrEqual(sourcesOfFieldMax);
    const all = [...Object.values(documents).flatMap(changedBy), ...Object.values(generated).flat()];
    expect(differences).toEqual([...new Set(all)].toSorted());
  });

  it('is in record, callback and feed of a payment that goes through page, workflow and sandbox', async () => {
    const { merchant, stack, observers } = system;
    const body = { ...pixBody(), ...told, callback_url: `${stack.urls.sandbox}/merchant/callbacks` };
    const { body: created } = await merchant.post(path, body);
    const customer = createCustomer();
    const posted = await customer.submit(await customer.open(String(created['redirect_url'])), 'pay');
    const shown = await customer.reloadUntil(posted, ({ html }) =>
      html.includes('data-state="instructions"'),
    );
    const way = readLinks(shown.html).find((link) => link.startsWith(stack.urls.sandbox));
    await customer.submit(await customer.open(way ?? ''), 'approve');
    expect(await merchant.untilFinal(body.reference)).toMatchObject({ status: 'success', ...told });
    const [callback] = await observers.witness.untilCallbacks(body.reference);
    expect(callback).toMatchObject({ valid: true, body: { status: 'success', ...told } });
    const { body: feed } = await merchant.get('/v2/events');
    expect(feed['events']).toContainEqual(callback?.body);
  });

  it('is absent where the merchant wrote none', async () => {
    const body = pixBody();
    await system.merchant.post(path, body);
    const { body: record } = await system.merchant.get(`${path}/${body.reference}`);
    expect(record).toMatchObject({ reference: body.reference });
    expect(record).not.toHaveProperty('statement_text');
  });

  it('is held to its constraint, and never holds the number of the card', async () => {
    const card = '4242424242424242';
    const answers = [
      await system.merchant.post(path, { ...pixBody(), statement_text: 'x'.repeat(23) }),
      await system.merchant.post(path, { ...cardBody(card), statement_text: card }),
    ];
    expect(answers.map(({ status, body }) => [status, body['description']])).toEqual([
      [400, expect.stringContaining('statement_text: must be a string of at most 22 characters')],
      [400, expect.stringContaining('statement_text: must not contain the card number')],
    ]);
  });

  it('is described to those who ask, as in the copy that is generated', async () => {
    const { body } = await system.merchant.get('/v2/methods');
    const methods = body['methods'] as readonly { readonly fields: readonly object[] }[];
    expect(methods).not.toEqual([]);
    for (const { fields } of methods)
      expect(fields).toContainEqual(expect.objectContaining({ path: 'statement_text', max_length: 22 }));
    const published: unknown = await (await fetch(`${system.stack.urls.api}/openapi.json`)).json();
    expect(published).toEqual(JSON.parse(readFileSync(join(copy.folder, 'docs/openapi.json'), 'utf8')));
  });
});

/** Compiled with the copy: the field is in the client's types. */
const usesField = `import type { PaymentRequest } from './messages/payment-request.js';
import type { FinalEvent, PaymentRecord } from './messages/record.js';
export const textOf = (it: PaymentRequest | PaymentRecord | FinalEvent): string | undefined => it.statement_text;
`;

function changedBy(document: string): string[] {
  return diffIn(readFileSync(document, 'utf8')).map(({ path }) => path);
}

/** The generated files that a change has brought this into. */
function generatedWith(text: string): string[] {
  const paths = differences.filter((path) => !copy.changed.includes(path));
  return paths.filter((path) => readFileSync(join(copy.folder, path), 'utf8').includes(text));
}

/** Every file of the copy that the repository has not, or not so. */
function differingSources(): string[] {
  const folders = ['apps', 'config', 'docs', 'libs', 'scripts', 'test', 'tools'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(copy.folder, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(copy.folder, join(entry.parentPath, entry.name))),
  );
  const differs = (path: string) =>
    !existsSync(path) || !readFileSync(path).equals(readFileSync(join(copy.folder, path)));
  return files.filter(differs).toSorted();
}
