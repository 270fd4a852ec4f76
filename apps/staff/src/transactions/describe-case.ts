import { describeState } from '#domain/transaction/describe-state';
import type { StaffCase } from '#persistence/staff/load-case';
import { html, type Html } from '#runtime/html';
import { writeAmounts, writeDistance } from '../pages/words.js';

/** What a transaction waits for, in the words of its workflow's page, and what only the books know, by paragraph. */
export function describeCase(it: StaffCase, now: Date): readonly Html[] {
  const { state } = it.described;
  const isUnreached = state.phase === 'final' && it.isUnreached;
  return [
    ...describeState(it.described, now).split('\n\n'),
    ...(isUnreached ? ['No provider was reached, and nothing was sent.'] : []),
    ...lookUpOf(it, now),
    ...deliveryOf(it, now),
  ].map(renderMarkdown);
}

function lookUpOf({ nextLookUp, described }: StaffCase, now: Date): readonly string[] {
  if (nextLookUp === undefined) return [];
  const at = distanceOf(nextLookUp, now);
  const isEnded = described.state.phase === 'final';
  return [isEnded ? `Its provider is asked once more ${at}.` : `The provider is asked next ${at}.`];
}

function deliveryOf({ nextDelivery, described }: StaffCase, now: Date): readonly string[] {
  if (nextDelivery === undefined || described.delivery !== 'pending') return [];
  return [`The callback is tried again ${distanceOf(nextDelivery, now)}.`];
}

function distanceOf(at: Date, now: Date): string {
  return at > now ? writeDistance(at, now) : 'at any moment';
}

/** The Markdown that a workflow's page uses: `**bold**` and code. Instants and amounts are written as on these pages. */
function renderMarkdown(text: string): Html {
  const parts = writeAmounts(text.replaceAll(instant, '$1 $2')).split(/(\*\*[^*]+\*\*|`[^`]+`)/);
  return html`${parts.map((part) => {
    if (part.startsWith('**')) return html`<b>${part.slice(2, -2)}</b>`;
    return part.startsWith('`') ? html`<code>${part.slice(1, -1)}</code>` : html`${part}`;
  })}`;
}

const instant = /(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z/g;
