import type { Outcome } from '../languages/words.js';
import type { View } from './choose-view.js';

/** One word for what a page shows: `data-state` of the page, and what its script asks for. */
export type PageState = 'form' | 'card' | 'stopped' | 'leaving' | 'instructions' | 'waiting' | Outcome;

export function pageState(view: View): PageState {
  if (view.kind === 'ended') return view.outcome;
  return view.kind === 'form' && view.asksCard ? 'card' : view.kind;
}
