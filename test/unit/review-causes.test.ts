import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { reviewCauses } from '#domain/reviews/review-causes';

/** Goal: the documents explain every cause of a review, and what to do about it (contract §9). */
const operations = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8');

it.each(reviewCauses)('%s is in the table of causes', (cause) => {
  expect(operations).toMatch(new RegExp(`^\\| \`${cause}\` +\\|.+\\|.+\\|$`, 'm'));
});
