/** What this process may still let through of one key's requests. */
export type RequestWindow = {
  readonly left: number;
  /** Milliseconds of a clock that is never set. */
  readonly until: number;
  /** Nothing more can be had before the end. */
  readonly isLast: boolean;
};

export type Admission =
  | { readonly kind: 'admitted'; readonly window: RequestWindow }
  | { readonly kind: 'refused' }
  | { readonly kind: 'leaseNeeded' };

/** Lets one request through, if there is something left in the window to count it in. */
export function admit(window: RequestWindow | undefined, now: number): Admission {
  if (window === undefined || now >= window.until) return { kind: 'leaseNeeded' };
  if (window.left > 0) return { kind: 'admitted', window: { ...window, left: window.left - 1 } };
  return { kind: window.isLast ? 'refused' : 'leaseNeeded' };
}
