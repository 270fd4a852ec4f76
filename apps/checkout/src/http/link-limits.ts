import { createTokenBuckets } from '#runtime/token-buckets';

/** A page that is open in several tabs asks every few seconds; people press a button now and then. */
const visits = { atOnce: 300, perSecond: 20 } as const;
const posts = { atOnce: 100, perSecond: 1 } as const;

/** Whether one payment's link may be looked at, or posted to, once more. */
export function createLinkLimits(): Readonly<Record<'visit' | 'post', (identifier: string) => boolean>> {
  const [visit, post] = [createTokenBuckets(visits), createTokenBuckets(posts)];
  return {
    visit: (identifier) => visit(identifier, Date.now()),
    post: (identifier) => post(identifier, Date.now()),
  };
}
