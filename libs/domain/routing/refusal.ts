import type { ErrorKey } from '../errors/error-catalogue.js';

/** A condition of the error table that refuses the request before anything is registered. */
export type Refusal = { readonly kind: 'refused'; readonly error: ErrorKey; readonly description?: string };
