import { describe, expect, it } from 'vitest';
import { admit } from './request-window.js';

const window = { left: 2, until: 1_000, isLast: false };

describe('admit', () => {
  it('counts a request in a window that has something left', () => {
    expect(admit(window, 999)).toEqual({ kind: 'admitted', window: { ...window, left: 1 } });
    expect(admit({ ...window, left: 1, isLast: true }, 999).kind).toBe('admitted');
  });

  it('needs a lease where there is none, and at the end of one', () => {
    expect(admit(undefined, 0)).toEqual({ kind: 'leaseNeeded' });
    expect(admit(window, 1_000)).toEqual({ kind: 'leaseNeeded' });
    expect(admit({ ...window, left: 0, isLast: true }, 1_000)).toEqual({ kind: 'leaseNeeded' });
  });

  it('needs a further lease when one is used up, and refuses when there is no further one', () => {
    expect(admit({ ...window, left: 0 }, 0)).toEqual({ kind: 'leaseNeeded' });
    expect(admit({ ...window, left: 0, isLast: true }, 0)).toEqual({ kind: 'refused' });
  });
});
