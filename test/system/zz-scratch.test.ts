import { inject, it } from 'vitest';
import { idealBody } from '../support/bodies.js';
import { openBooks } from '../support/books.js';
import { createMerchant } from '../support/merchant.js';
import { setTimeout as sleep } from 'node:timers/promises';
const { urls, databaseUrl } = inject('stack');
it('x', async () => {
  const merchant = createMerchant(urls.api);
  const books = openBooks(databaseUrl);
  const body = idealBody({ sandbox: 'wrong_amount' });
  const { body: c } = await merchant.post('/v2/payment', body);
  await sleep(12000);
  console.log(JSON.stringify(await books.rows('select cause, raised_at from reviews where identifier=$1 order by id', c['identifier'])));
  console.log(JSON.stringify(await books.rows('select answer, outcome, asked_at from lookups where identifier=$1 order by id', c['identifier'])));
  // insert in a middle state
  await books.close();
});
