/** How far the delivery of an event has come (contract §8). `none`: its transaction has no callback URL. */
export const eventStates = ['none', 'pending', 'paused', 'delivered', 'stopped', 'exhausted'] as const;
export type EventState = (typeof eventStates)[number];

/** States in which an event can be sent again: all but `none`, which has no address. */
export const sentStates = ['pending', 'paused', 'delivered', 'stopped', 'exhausted'] as const;
/** States in which delivery has ended without success: no attempt follows unless one is requested by hand. */
export const untakenStates = ['exhausted', 'stopped'] as const;

/**
 * What changes the state of an event. `attempt`: the next attempt of the retry ladder. `manualAttempt`: one that a merchant
 * or an operator requested. `pause`: its endpoint was paused. `release`: its endpoint accepts callbacks again, or this event
 * is the one that tests it.
 */
export type DeliveryCause = 'attempt' | 'manualAttempt' | 'pause' | 'release';

type Transitions = { readonly [to in EventState]?: readonly DeliveryCause[] };

/**
 * The states that an event may change to, and by which causes (contract §8). An event starts as `pending`, or as `none`.
 * Attempts may overlap, so a success counts in every state but the first, and ends the delivery for good.
 */
export const eventTransitions = {
  none: {},
  pending: {
    pending: ['attempt'],
    paused: ['attempt', 'pause'],
    delivered: ['attempt', 'manualAttempt'],
    stopped: ['attempt'],
    exhausted: ['attempt'],
  },
  paused: { pending: ['release'], delivered: ['attempt', 'manualAttempt'], stopped: ['attempt'] },
  delivered: {},
  stopped: { delivered: ['attempt', 'manualAttempt'] },
  exhausted: { delivered: ['attempt', 'manualAttempt'] },
} as const satisfies Readonly<Record<EventState, Transitions>>;

/** The states from which the cause leads to `to`. */
export function statesBefore(cause: DeliveryCause, to: EventState): readonly EventState[] {
  return eventStates.filter((from) => {
    const transitions: Transitions = eventTransitions[from];
    return transitions[to]?.includes(cause) ?? false;
  });
}
