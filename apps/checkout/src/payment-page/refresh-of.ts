import type { Refresh } from '../html/layout.js';
import type { PageContent } from './page-content.js';

const leavingSeconds = 1;
const waitingSeconds = 3;
/** Long enough to read and to copy before the page is fresh again. */
const instructionsSeconds = 10;
/** Thanks are read at a glance; what went wrong takes longer. */
const onwardSeconds = { success: 3, cancelled: 3, declined: 12, error: 12, expired: 12 } as const;

/** When and where the page goes on by itself; never while the customer has something to decide. */
export function refreshOf({
  view,
  place,
  path,
}: Pick<PageContent, 'view' | 'place' | 'path'>): Refresh | undefined {
  switch (view.kind) {
    case 'form':
    case 'stopped':
      return undefined;
    case 'leaving':
      return { seconds: leavingSeconds, url: view.url };
    case 'instructions':
      return { seconds: instructionsSeconds, url: path };
    case 'waiting':
      return { seconds: waitingSeconds, url: place === 'return' ? `${path}/return` : path };
    case 'ended':
      if (view.url === undefined || view.isPast) return undefined;
      return { seconds: onwardSeconds[view.outcome], url: view.url };
  }
}
