import type { FinalEvent } from './record.js';
import type { RefundEvent } from './refund-record.js';
import type { ReversalEvent } from './reversal.js';

/** The events of a project, told apart by `type`. Further types may be added: ignore those that you do not know. */
export type GatewayEvent = FinalEvent | RefundEvent | ReversalEvent;

/** A callback that you have asked for to see whether it arrives. It is about no transaction: answer it with 2xx. */
export type TestEvent = { readonly event_id: string; readonly type: 'test'; readonly timestamp: string };

/** A genuine callback of a type that this release does not know. Answer it with 2xx, and do nothing. */
export type OtherEvent = { readonly kind: 'other'; readonly type?: undefined };
