import { directMethods } from './direct-methods.js';
import { hostedMethods } from './hosted-methods.js';
import { payoutMethods } from './payout-methods.js';
import type { Method } from './method.js';

/** Specification §2.1 as data. Adding a method is adding a row and its example (`examples.ts`). */
export const catalogue: readonly Method[] = [...hostedMethods, ...directMethods, ...payoutMethods];
