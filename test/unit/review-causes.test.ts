import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { reviewCauses } from '#domain/reviews/review-causes';

/** Goal: whoever meets a review finds its cause, and what to do, in the documents (contract §9). */
const operations = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8');

it.each(reviewCauses)('%s is in the table of causes', (cause) => {
  expect(operations).toMatch(new RegExp(`^\\| \`${cause}\` +\\|.+\\|.+\\|$`, 'm'));
});
