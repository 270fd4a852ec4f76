import { describe, expect, it } from 'vitest';
import { shownNumber } from '#domain/transaction/shown-number';
import { languages } from '../languages/languages.js';
import { renderPage as render } from '../testing/render-page.js';
import { samplePayment } from '../testing/sample-payment.js';

describe('a page that waits or has ended', () => {
  it('refreshes itself while it waits, at its own place', () => {
    expect(render({ kind: 'waiting' })).toMatch(/content="\d+;url=\/p\/token"/);
    expect(render({ kind: 'waiting' }, 'en', 'return')).toMatch(/content="\d+;url=\/p\/token\/return"/);
  });

  it('promises no end after the return from a bank, and asks at once', () => {
    const [waiting, returned] = [render({ kind: 'waiting' }), render({ kind: 'waiting' }, 'en', 'return')];
    expect(waiting).toContain(languages.en.waiting.heading);
    expect(waiting).not.toContain('data-at-once');
    expect(returned).toContain(languages.en.returned.heading);
    expect(returned).toContain('data-at-once="yes"');
    for (const text of [...languages.en.waiting.stages, languages.en.waiting.heading]) {
      expect(returned).not.toContain(text);
    }
  });

  it('does not say to a customer who may have paid elsewhere that nothing was charged', () => {
    const end = { kind: 'ended', outcome: 'expired', reason: 'other', isPast: false } as const;
    const url = 'https://shop.example/';
    const [paidElsewhere, other] = [true, false].map((mayBePaid) => render({ ...end, url, mayBePaid }));
    expect(other).toContain('Nothing was charged');
    expect(other).toContain('Try again at Shop');
    expect(paidElsewhere).not.toMatch(/Nothing was charged|Try again/);
    expect(paidElsewhere).toContain(languages.en.expiredElsewhere.sentence);
    expect(paidElsewhere).toContain('Back to Shop');
  });

  it('stays on our own page when there is nowhere to continue', () => {
    const page = render({
      kind: 'ended',
      outcome: 'success',
      reason: 'other',
      url: undefined,
      isPast: false,
      mayBePaid: false,
    });
    expect(page).not.toMatch(/http-equiv|class="button main"|data-onward/);
    expect(page).toContain('go back to Shop');
  });

  it('does not redirect a customer who comes back long after: it says when it was paid, in the time of the country', () => {
    const url = 'https://shop.example/';
    const page = render({
      kind: 'ended',
      outcome: 'success',
      reason: 'other',
      url,
      isPast: true,
      mayBePaid: false,
    });
    expect(page).not.toMatch(/http-equiv|data-onward=/);
    expect(page).toContain('Already paid');
    expect(page).toMatch(/made on 2 January 2030.{1,5}00:04\./);
    // Node 20 has the name without its tilde.
    expect(page).toMatch(/\(S[aã]o Paulo Time\)/);
    expect(page).toContain(`href="${url}"`);
  });

  it('shows why a payment was declined, but not whose rule it was', () => {
    for (const reason of ['card', 'blocked', 'other'] as const) {
      const page = render({
        kind: 'ended',
        outcome: 'declined',
        reason,
        url: undefined,
        isPast: false,
        mayBePaid: false,
      });
      expect(page).toContain(languages.en.declined[reason]);
    }
    expect(Object.values(languages.en.declined).join(' ')).not.toMatch(/block|fraud|risk/i);
  });

  it('gives a receipt for a success alone, with the number of the transaction, to print', () => {
    const end = {
      kind: 'ended',
      reason: 'card',
      url: 'https://shop.example/',
      isPast: false,
      mayBePaid: false,
    } as const;
    const paid = render({ ...end, outcome: 'success' });
    expect(paid).toContain(`<span class="number">${shownNumber(samplePayment.identifier)}</span>`);
    expect(paid).not.toContain(samplePayment.identifier);
    expect(paid).toContain('data-print');
    for (const outcome of ['cancelled', 'declined', 'error', 'expired'] as const) {
      expect(render({ ...end, outcome })).not.toMatch(/class="receipt"|data-print/);
    }
  });

  it('offers another try at the shop where that may help', () => {
    const end = {
      kind: 'ended',
      reason: 'card',
      url: 'https://shop.example/again',
      isPast: false,
      mayBePaid: false,
    } as const;
    const again = /href="https:\/\/shop\.example\/again">Try again at Shop/;
    expect(render({ ...end, outcome: 'declined' })).toMatch(again);
    expect(render({ ...end, outcome: 'expired' })).toMatch(again);
    expect(render({ ...end, outcome: 'declined', reason: 'blocked' })).not.toMatch(again);
    expect(render({ ...end, outcome: 'cancelled' })).not.toMatch(again);
  });
});
