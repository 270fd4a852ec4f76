import type { FinalEvent } from './record.js';

/** Specification §2.9. */
export type Bank = { readonly name: string; readonly code: string; readonly country: string };

export type Balances = {
  readonly balances: readonly {
    readonly currency: string;
    /** Exact decimals. */
    readonly available: string;
    readonly reserved: string;
  }[];
  readonly timestamp: string;
};

export type EventPage = {
  /** At most 100, in their order. */
  readonly events: readonly FinalEvent[];
  /** Where the next page begins. */
  readonly next_after: string;
};

/** What the key's project can use. */
export type UsableMethods = { readonly methods: readonly UsableMethod[]; readonly timestamp: string };

export type UsableMethod = {
  readonly method: string;
  readonly aliases: readonly string[];
  readonly direction: 'payin' | 'payout';
  readonly style: 'h2h' | 'hpp';
  readonly country?: string;
  readonly currencies: readonly string[];
  readonly challenges: readonly string[];
  readonly window_seconds?: number;
  /** What the request may hold and must hold, with its forms. */
  readonly fields: readonly UsableField[];
  /** A body that is accepted. */
  readonly example: Readonly<Record<string, unknown>>;
};

export type UsableField = {
  readonly path: string;
  readonly requirement: string;
  readonly [constraint: string]: unknown;
};
