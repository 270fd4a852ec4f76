import { orNull, text, type Schema } from './schema.js';

/** Entries of one page of a list (contract §7); `default` if the query has no `limit`. */
export const pageLimit = { default: 50, max: 100 } as const;

/** For lists that begin with the newest entry. */
export const nextOrNull: Schema<string | null> = {
  ...orNull(text),
  description: 'Where the next page begins; `null`: this is the last one',
};
