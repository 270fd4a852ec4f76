import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { createCustomer } from '../../tools/demo/customer.js';
import { cardBody, cardPageBody, enteredCard } from '../fakes/bodies.js';
import { openBooks, type Books } from '../witnesses/books.js';
import { expectError } from '../witnesses/expect-error.js';
import { createMerchant, type Merchant } from '../fakes/merchant.js';
import { proveEnd, type Observers } from '../witnesses/prove-end.js';
import { startTestStack, type TestStack } from '../stack/start-test-stack.js';
import { createWitness } from '../witnesses/witness.js';

/**
 * Goal: a card from the hosted form is held against the blocklist as it is when the card would be sent, not as it was
 * when the payment was registered. On a stack of its own, because it applies another configuration.
 */
const blockedLater = '4242424242424242';
const blockedBefore = '4000000000000101';
const declined = { code: 451, reason: 'General risk decline', description: 'Card is blocked system-wide' };

let running: TestStack;
let merchant: Merchant;
let books: Books;
let observers: Observers;

beforeAll(async () => {
  running = await startTestStack();
  const { urls, postgres } = running.stack;
  merchant = createMerchant(urls.api);
  books = openBooks(postgres.url);
  observers = { merchant, witness: createWitness(urls.sandbox), books };
});
afterAll(async () => {
  await books.close();
  await running.stop();
});

it('the blocklist is changed while a form is open', async () => {
  const first = await openForm();
  const second = await openForm();
  await applyBlockedCards([{ number: blockedLater, scope: 'system' }]);

  await first.post(blockedLater);
  await proveEnd(observers, first.reference, { status: 'declined', ...declined });
  expect(await observers.witness.charges(first.identifier)).toEqual([]);
  await second.post(blockedBefore);
  await proveEnd(observers, second.reference, { status: 'success' });

  const body = cardBody(blockedLater);
  const { reference } = body;
  expectError(await merchant.post('/v2/payment', body), { status: 400, ...declined, reference });
});

async function openForm() {
  const { reference, ...body } = cardPageBody({ sandbox: 'success' });
  const { body: created } = await merchant.post('/v2/payment', { reference, ...body });
  const customer = createCustomer();
  const page = await customer.open(String(created['redirect_url']));
  const post = (pan: string) => customer.submit(page, 'pay', enteredCard(pan));
  return { reference, identifier: String(created['identifier']), post };
}

/** What is started anew has the newest configuration at once. */
async function applyBlockedCards(cards: readonly object[]): Promise<void> {
  const { stack, directory } = running;
  const file = join(directory, 'gateway.yaml');
  const configuration = parseDocument(await readFile(file, 'utf8'));
  configuration.setIn(['blocklist', 'cards'], cards);
  await writeFile(file, String(configuration));
  const program = 'dist/bundles/gateway.js';
  await promisify(execFile)(process.execPath, [program, 'config', 'apply', file], {
    env: stack.environment,
  });
  await Promise.all([stack.apps.worker.restart(), stack.apps.api.restart()]);
}
